package io.consumptionledger.internal;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Takes out what is a secret by its own shape, whatever stands around it. */
final class Tokens {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final int MIN_SHAPED = 6;
  private static final int MAX_LABEL = 80;
  private static final int MAX_BASIC = 4096;

  /** How keys and tokens of well-known issuers begin; at least six characters must follow. */
  private static final List<String> PREFIXES =
      List.of(
          "eyJ",
          "AKIA",
          "ASIA",
          "AROA",
          "AIDA",
          "AGPA",
          "ANPA",
          "ANVA",
          "AIPA",
          "ABIA",
          "ACCA",
          "ghp_",
          "gho_",
          "ghu_",
          "ghs_",
          "ghr_",
          "github_pat_",
          "glpat-",
          "xoxb-",
          "xoxp-",
          "xoxa-",
          "xoxr-",
          "xoxs-",
          "xapp-",
          "sk_live_",
          "sk_test_",
          "rk_live_",
          "pk_live_",
          "AIza",
          "npm_",
          "pypi-",
          "whsec_",
          "hvs.");

  /** Words that follow "bearer" in sentences. */
  private static final Set<String> NO_TOKEN =
      Set.of(
          "token",
          "tokens",
          "authentication",
          "authorization",
          "auth",
          "realm",
          "scheme",
          "schemes",
          "header",
          "credentials",
          "is",
          "was",
          "of",
          "not",
          "or",
          "and",
          "in",
          "must",
          "has",
          "had",
          "required",
          "missing",
          "expected",
          "format",
          "scope",
          "error",
          "for",
          "to",
          "with");

  private final Marks marks;
  private final String s;

  private Tokens(Marks marks) {
    this.marks = marks;
    this.s = marks.text();
  }

  static void scan(Marks marks) {
    Tokens tokens = new Tokens(marks);
    int i = 0;
    while (i < marks.text().length()) {
      i = tokens.at(i);
    }
  }

  private int at(int i) {
    if (s.charAt(i) == '-') {
      return s.startsWith(BEGIN, i) ? block(i) : i + 1;
    }
    if (!Extent.wordChar(s, i) || Extent.wordChar(s, i - 1)) {
      return i + 1;
    }
    if (s.regionMatches(true, i, "bearer", 0, 6)) {
      return scheme(i, i + 6, false);
    }
    if (s.regionMatches(true, i, "basic", 0, 5)) {
      return scheme(i, i + 5, true);
    }
    for (String prefix : PREFIXES) {
      if (s.startsWith(prefix, i)) {
        return shaped(i, prefix);
      }
    }
    return i + 1;
  }

  /** From BEGIN to the end of the line with END; to the end of the text if there is none. */
  private int block(int from) {
    int end = s.indexOf(END, from);
    int to = end < 0 ? -1 : s.indexOf(DASHES, end + END.length());
    boolean whole = to >= 0 && to - end < MAX_LABEL;
    int stop = whole ? to + DASHES.length() : s.length();
    marks.mark(from, stop);
    return stop;
  }

  private int shaped(int from, String prefix) {
    int end = from;
    while (tokenChar(end)) {
      end++;
    }
    boolean capitals = prefix.length() == 4 && prefix.equals(prefix.toUpperCase(Locale.ROOT));
    if (end - from >= prefix.length() + MIN_SHAPED && (!capitals || capitals(from, end))) {
      marks.mark(from, end);
    }
    return end;
  }

  private boolean capitals(int from, int end) {
    for (int i = from; i < end; i++) {
      if (Character.isLowerCase(s.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private int scheme(int start, int from, boolean basic) {
    int i = from;
    while (i < s.length() && (s.charAt(i) == ' ' || s.charAt(i) == '\t' || s.charAt(i) == '+')) {
      i++;
    }
    int end = i;
    while (tokenChar(end) || end < s.length() && "+/=~".indexOf(s.charAt(end)) >= 0) {
      end++;
    }
    if (i == from || end == i) {
      return start + 1;
    }
    if (basic ? credentials(i, end) : bearer(i, end)) {
      marks.mark(i, end);
    }
    return end;
  }

  private boolean bearer(int from, int end) {
    int last = end;
    while (last > from && s.charAt(last - 1) == '.') {
      last--;
    }
    int word = from;
    while (word < last && Extent.wordChar(s, word)) {
      word++;
    }
    boolean sentence = NO_TOKEN.contains(s.substring(from, word).toLowerCase(Locale.ROOT));
    return !sentence || word < last && s.charAt(word) != '=';
  }

  /** Whether this decodes to user and password; a sentence about basic authentication does not. */
  private boolean credentials(int from, int end) {
    String token = s.substring(from, Math.min(end, from + MAX_BASIC)).replace("=", "");
    int whole = token.length() - (token.length() % 4 == 1 ? 1 : 0);
    try {
      byte[] decoded = Base64.getDecoder().decode(token.substring(0, whole));
      for (byte b : decoded) {
        if (b == ':') {
          return true;
        }
      }
      return false;
    } catch (IllegalArgumentException notBase64) {
      return false;
    }
  }

  private boolean tokenChar(int i) {
    return i < s.length() && (Extent.wordChar(s, i) || "_-.".indexOf(s.charAt(i)) >= 0);
  }
}
