package io.consumptionledger.internal;

/** Replaces what differs between two failures of one kind: numbers, ids, times, quoted values. */
final class Normaliser {
  private static final String NUMBER = "<n>";
  private static final String ID = "<id>";
  private static final String VALUE = "<v>";
  private static final String QUOTES = "\"'`";
  private static final int UUID_LENGTH = 36;
  private static final int MIN_HEX = 6;
  private static final int MIN_MIXED = 8;
  private static final int MIN_CHANGES = 3;

  private final String s;
  private final StringBuilder out;

  /** For each kind of quote, the index before which no closing one is to be found. */
  private final int[] unclosedBefore = new int[QUOTES.length()];

  Normaliser(String text) {
    this.s = text;
    this.out = new StringBuilder(text.length());
  }

  String run() {
    int i = 0;
    while (i < s.length()) {
      char c = s.charAt(i);
      if (Character.isWhitespace(c)) {
        i = whitespace(i);
      } else if (QUOTES.indexOf(c) >= 0 && !Extent.wordChar(s, i - 1)) {
        i = quoted(i);
      } else if (word(i)) {
        i = word(i, end(i));
      } else {
        boolean sign = (c == '-' || c == '+') && digit(i + 1) && !Extent.wordChar(s, i - 1);
        if (!sign) {
          out.append(c);
        }
        i++;
      }
    }
    return out.toString().strip();
  }

  private int whitespace(int from) {
    int i = from;
    while (i < s.length() && Character.isWhitespace(s.charAt(i))) {
      i++;
    }
    out.append(' ');
    return i;
  }

  private int quoted(int open) {
    char quote = s.charAt(open);
    int kind = QUOTES.indexOf(quote);
    if (open >= unclosedBefore[kind]) {
      int i = open + 1;
      while (!Extent.lineEnd(s, i)) {
        if (s.charAt(i) == quote && !Extent.wordChar(s, i + 1)) {
          out.append(quote).append(VALUE).append(quote);
          return i + 1;
        }
        i++;
      }
      unclosedBefore[kind] = i;
    }
    out.append(quote);
    return open + 1;
  }

  private boolean word(int i) {
    return Extent.wordChar(s, i);
  }

  private boolean digit(int i) {
    return i < s.length() && Character.isDigit(s.charAt(i));
  }

  private int end(int from) {
    int i = from;
    while (word(i)) {
      i++;
    }
    return i;
  }

  private int word(int from, int end) {
    if (uuid(from)) {
      out.append(ID);
      return from + UUID_LENGTH;
    }
    if (hex(from, end) || mixed(from, end)) {
      out.append(ID);
      return end;
    }
    int i = from;
    while (i < end) {
      if (Character.isDigit(s.charAt(i))) {
        i = number(i);
      } else {
        out.append(s.charAt(i));
        i++;
      }
    }
    return i;
  }

  /** A number with all that is joined to it: fractions, versions, addresses, dates, times. */
  private int number(int from) {
    int i = from;
    while (true) {
      while (digit(i)) {
        i++;
      }
      boolean joined = i < s.length() && ".,:-/TZ".indexOf(s.charAt(i)) >= 0 && digit(i + 1);
      if (!joined) {
        break;
      }
      i++;
    }
    if (i < s.length() && s.charAt(i) == 'Z' && !word(i + 1)) {
      i++;
    }
    out.append(NUMBER);
    return i;
  }

  private boolean uuid(int from) {
    int end = from + UUID_LENGTH;
    if (end > s.length() || word(end)) {
      return false;
    }
    for (int i = from; i < end; i++) {
      int at = i - from;
      boolean dash = at == 8 || at == 13 || at == 18 || at == 23;
      if (dash ? s.charAt(i) != '-' : Character.digit(s.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  /** A hexadecimal number: marked as one, behind {@code @}, or long and with a digit in it. */
  private boolean hex(int from, int end) {
    boolean marked = s.startsWith("0x", from) && end > from + 2;
    boolean hash = from > 0 && s.charAt(from - 1) == '@';
    boolean digits = false;
    boolean letters = false;
    for (int i = marked ? from + 2 : from; i < end; i++) {
      if (Character.digit(s.charAt(i), 16) < 0) {
        return false;
      }
      digits |= Character.isDigit(s.charAt(i));
      letters |= !Character.isDigit(s.charAt(i));
    }
    return marked || hash || digits && letters && end - from >= MIN_HEX;
  }

  /** An id of letters and digits in turns. */
  private boolean mixed(int from, int end) {
    int changes = 0;
    for (int i = from + 1; i < end; i++) {
      changes += digit(i) != digit(i - 1) ? 1 : 0;
    }
    return changes >= MIN_CHANGES && end - from >= MIN_MIXED;
  }
}
