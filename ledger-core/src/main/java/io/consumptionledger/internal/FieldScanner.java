package io.consumptionledger.internal;

import io.consumptionledger.internal.FieldNames.Kind;

/**
 * Finds fields whose name tells that their value is to be taken out: {@code name=value}, {@code
 * name: value}, JSON, query strings, attributes and elements of markup, command lines. Names are
 * also sought within the values that were taken out.
 */
final class FieldScanner {
  private static final int MAX_TAG = 256;
  private static final int MAX_ELEMENT = 1024;
  private static final int MAX_CLOSERS = 4;
  private static final int MAX_GAP = 16;
  private static final int MAX_NAME = 256;

  /** How often a character may be read as part of a value, on average. */
  private static final int MAX_DEPTH = 16;

  private final Marks marks;
  private final String s;
  private String before = "";
  private int beforeEnd = -1;
  private long reread;

  FieldScanner(Marks marks) {
    this.marks = marks;
    this.s = marks.text();
  }

  void scan() {
    int i = 0;
    while (i < s.length()) {
      if (!Extent.wordChar(s, i) && s.charAt(i) != '_') {
        i++;
        continue;
      }
      int end = i;
      while (Extent.nameChar(s, end)) {
        end++;
      }
      i = name(i, end);
    }
  }

  /** Judges the name between the two, and answers where to go on. */
  private int name(int start, int end) {
    String name = s.substring(Math.max(start, end - MAX_NAME), end);
    boolean follows = beforeEnd >= 0 && beforeEnd == start - 1 && s.charAt(beforeEnd) == ' ';
    String prose = follows ? before : "";
    Kind kind = inSentence(start, end) ? Kind.PLAIN : FieldNames.of(name, prose);
    String last = prose.substring(prose.lastIndexOf(' ') + 1);
    before = last.isEmpty() ? name : last + ' ' + name;
    beforeEnd = end;
    if (kind == Kind.PLAIN) {
      return identified(name, last, end);
    }
    int element = element(start, end, kind);
    if (element >= 0) {
      return element;
    }
    boolean quoted = start > 0 && Extent.quote(s.charAt(start - 1));
    if (kind == Kind.PERSONAL_IN_DOCUMENT && !quoted) {
      return end;
    }
    int separator = separator(end);
    if (separator < 0) {
      return quoted ? named(end, kind) : kind == Kind.SECRET ? prose(start, end) : end;
    }
    return value(afterSeparator(separator, quoted), kind, quoted, s.charAt(separator) == '=');
  }

  /** Whether a word follows as in any sentence, so that this cannot be the name of a field. */
  private boolean inSentence(int start, int end) {
    int next = end;
    while (next < s.length() && Extent.blank(s, next)) {
      next++;
    }
    char previous = start > 0 ? s.charAt(start - 1) : ' ';
    return next > end && Extent.wordChar(s, next) && "<:-".indexOf(previous) < 0;
  }

  /** The index of the separator behind a name, over quotes and brackets that close, or -1. */
  private int separator(int end) {
    int i = end;
    while (i < s.length()
        && i < end + MAX_CLOSERS
        && "\"'`\\])\u201d\u00bb".indexOf(s.charAt(i)) >= 0) {
      i++;
    }
    while (i < s.length() && Extent.blank(s, i)) {
      i++;
    }
    if (i >= s.length()) {
      return -1;
    }
    char c = s.charAt(i);
    boolean arrow = c == '>' && s.charAt(i - 1) == '-';
    return c == '=' || c == ':' || arrow ? i : -1;
  }

  private int afterSeparator(int separator, boolean quoted) {
    int i = separator;
    while (i < s.length() && i < separator + 3 && "=:->".indexOf(s.charAt(i)) >= 0) {
      i++;
    }
    while (i < s.length() && Extent.blank(s, i) && (quoted || !Extent.lineEnd(s, i))) {
      i++;
    }
    return i;
  }

  /** Marks the value that starts here, and answers where to go on. */
  private int value(int from, Kind kind, boolean quotedName, boolean equals) {
    if (from >= s.length()) {
      return from;
    }
    char c = s.charAt(from);
    boolean bracket = c == '[' || c == '{' || c == '(';
    if (kind == Kind.LINE && !quotedName && !(bracket && equals)) {
      return take(from, Extent.line(s, from));
    }
    int open = openingQuote(from);
    if (open >= 0) {
      int close = Extent.quoted(s, open);
      if (kind == Kind.PERSONAL_IN_DOCUMENT && fieldName(open + 1, close)) {
        return open + 1;
      }
      return close < 0 ? take(from, s.length()) : take(open + 1, close);
    }
    int start = from;
    int structure = bracket ? from : record(from);
    if (structure >= 0) {
      int close = Extent.bracketed(s, structure, '"');
      start = close < 0 ? s.length() : close;
    }
    if (kind == Kind.SECRET || bracket || quotedName) {
      return take(from, block(from, Extent.token(s, start)));
    }
    return take(from, Extent.phrase(s, start));
  }

  /** The bracket behind the type of a printed object as in {@code Login[user=x, ...]}, or -1. */
  private int record(int from) {
    int i = from;
    while (i < from + MAX_NAME && Extent.nameChar(s, i)) {
      i++;
    }
    boolean opens = i < s.length() && (s.charAt(i) == '[' || s.charAt(i) == '{');
    return opens && typed(from, i) ? i : -1;
  }

  /** Whether this ends in a simple class name; a secret that merely holds a bracket does not. */
  private boolean typed(int from, int to) {
    int simple = to;
    while (simple > from && s.charAt(simple - 1) != '.') {
      simple--;
    }
    return simple < to && Character.isUpperCase(s.charAt(simple));
  }

  /** Whether this value is itself the name of a field, whose value comes next. */
  private boolean fieldName(int from, int to) {
    return to > from
        && to - from <= MAX_NAME
        && FieldNames.of(s.substring(from, to), "") != Kind.PLAIN;
  }

  /**
   * Takes this out and goes on within it: a value that was read too far, say because its quote is
   * that of a document it quotes, may hold the name of a field whose value goes on behind it.
   * Fields in fields would make reading quadratic; past any depth that is not hostile the rest of
   * the text is taken out unread.
   */
  private int take(int from, int to) {
    reread += to - from;
    int end = reread > MAX_DEPTH * (long) s.length() ? s.length() : to;
    marks.mark(from, end);
    return end == s.length() ? end : from;
  }

  /** The quote a value starts with, perhaps behind one letter as in {@code N'...'}, or -1. */
  private int openingQuote(int from) {
    if (Extent.quote(s.charAt(from))) {
      return from;
    }
    boolean prefixed =
        Character.isLetter(s.charAt(from))
            && from + 1 < s.length()
            && (s.charAt(from + 1) == '"' || s.charAt(from + 1) == '\'');
    return prefixed ? from + 1 : -1;
  }

  /** {@code name: |} with the value on the indented lines below. */
  private int block(int from, int to) {
    if (s.charAt(from) != '|' && s.charAt(from) != '>' || to - from > 3) {
      return to;
    }
    int i = to;
    while (Extent.lineEnd(s, i) && i + 1 < s.length() && Extent.blank(s, i + 1)) {
      i++;
      while (!Extent.lineEnd(s, i)) {
        i++;
      }
    }
    return i;
  }

  /** {@code name="password" value="..."}: the name is itself a value, and its value comes next. */
  private int named(int end, Kind kind) {
    int i = end;
    while (i < s.length()
        && i < end + MAX_GAP
        && (Extent.blank(s, i) || "\"'`,\\".indexOf(s.charAt(i)) >= 0)) {
      i++;
    }
    if (i < s.length() && s.charAt(i) == '>' && i > end) {
      int close = s.indexOf('<', i);
      return take(i + 1, close < 0 ? s.length() : close);
    }
    if (!s.regionMatches(true, i, "value", 0, 5)) {
      return end;
    }
    int separator = separator(i + 5);
    return separator < 0 ? end : value(afterSeparator(separator, true), kind, true, true);
  }

  /** {@code --password x}, and {@code password 'x'} as statements have it. */
  private int prose(int start, int end) {
    int i = end;
    while (i < s.length() && s.charAt(i) == ' ') {
      i++;
    }
    if (i == end || i >= s.length()) {
      return end;
    }
    boolean option = start > 1 && s.charAt(start - 1) == '-' && s.charAt(start - 2) == '-';
    boolean quote = s.charAt(i) == '\'' || s.charAt(i) == '"';
    return option || quote ? value(i, Kind.SECRET, false, true) : end;
  }

  private int identified(String name, String last, int end) {
    boolean by = name.equalsIgnoreCase("by") && last.equalsIgnoreCase("identified");
    return by && end + 1 < s.length() && Extent.quote(s.charAt(end + 1))
        ? value(end + 1, Kind.SECRET, false, true)
        : end;
  }

  /** {@code <password>x</password>}; answers -1 if this is no element. */
  private int element(int start, int end, Kind kind) {
    int tag = tag(start);
    if (tag < 0 || end >= s.length()) {
      return -1;
    }
    int content = end;
    if (Extent.blank(s, end)) {
      while (content < s.length() && content < end + MAX_TAG && s.charAt(content) != '>') {
        content++;
      }
    }
    if (content >= s.length() || s.charAt(content) != '>' || s.charAt(content - 1) == '/') {
      return -1;
    }
    content++;
    boolean certain = !Extent.wordChar(s, tag - 1);
    boolean unbounded = certain && kind != Kind.PERSONAL_IN_DOCUMENT;
    int limit = unbounded ? s.length() : Math.min(s.length(), content + MAX_ELEMENT);
    int close = closingTag(content, limit, s.substring(start, end));
    if (close >= 0) {
      return take(content, close);
    }
    if (!unbounded) {
      return -1;
    }
    marks.mark(tag, s.length());
    return s.length();
  }

  /** The index of the angle bracket before a name, or before its name space; or -1. */
  private int tag(int start) {
    int i = start - 1;
    if (i > 0 && s.charAt(i) == ':') {
      i--;
      while (i > start - MAX_GAP && Extent.wordChar(s, i)) {
        i--;
      }
    }
    return i >= 0 && s.charAt(i) == '<' ? i : -1;
  }

  private int closingTag(int from, int limit, String name) {
    for (int i = from; i < limit - 1; i++) {
      if (s.charAt(i) == '<' && s.charAt(i + 1) == '/') {
        int at = i + 2;
        while (at < i + MAX_GAP && Extent.wordChar(s, at) && !s.startsWith(name, at)) {
          at++;
        }
        at = at < s.length() && s.charAt(at) == ':' ? at + 1 : at;
        if (s.startsWith(name, at)) {
          return i;
        }
      }
    }
    return -1;
  }
}
