package io.consumptionledger.internal;

/**
 * Where a value ends. Every look ahead is bounded, or its result is where the caller goes on, so
 * that reading a text stays linear.
 */
final class Extent {
  private static final int MAX_NAME = 64;
  private static final int MAX_CLOSERS = 16;
  private static final String CLOSERS = ")]}>\"'`\u201d\u00bb";

  private Extent() {}

  static boolean blank(String s, int i) {
    return i >= s.length() || Character.isWhitespace(s.charAt(i)) || s.charAt(i) == '\u00a0';
  }

  static boolean lineEnd(String s, int i) {
    return i >= s.length() || s.charAt(i) == '\n' || s.charAt(i) == '\r';
  }

  static boolean wordChar(String s, int i) {
    return i >= 0 && i < s.length() && Character.isLetterOrDigit(s.charAt(i));
  }

  static boolean nameChar(String s, int i) {
    return wordChar(s, i) || i >= 0 && i < s.length() && "_-.$".indexOf(s.charAt(i)) >= 0;
  }

  static boolean quote(char c) {
    return c == '"' || c == '\'' || c == '`' || c == '\u201c' || c == '\u00ab';
  }

  /** The end of a value without quotes that is one of several fields. */
  static int token(String s, int from) {
    int i = from;
    while (!blank(s, i) && !ends(s, i, true)) {
      i = next(s, i);
    }
    return i;
  }

  /** The end of a URL: it may hold fields itself, so that {@code &} and {@code ;} do not end it. */
  static int url(String s, int from) {
    int i = from;
    while (!blank(s, i) && !ends(s, i, false)) {
      i = next(s, i);
    }
    return i;
  }

  /** What was taken out before is one character, so that nothing ends inside of it. */
  private static int next(String s, int i) {
    return s.startsWith(Redactor.MARKER, i) ? i + Redactor.MARKER.length() : i + 1;
  }

  /** The end of a value that may hold spaces and commas, such as an address. */
  static int phrase(String s, int from) {
    int depth = 0;
    char open = 0;
    int i = from;
    for (; !lineEnd(s, i); i++) {
      char c = s.charAt(i);
      if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (depth > 0 && (c == ')' || c == ']' || c == '}')) {
        depth--;
      } else if (quote(c) && open == 0 && !wordChar(s, i - 1) && !closes(s, i)) {
        open = c;
      } else if (c == open) {
        open = 0;
      } else if (phraseEnds(s, i)) {
        return i;
      }
    }
    return i;
  }

  private static boolean phraseEnds(String s, int i) {
    char c = s.charAt(i);
    if (c == ',' || c == ';') {
      int next = i + 1 < s.length() && s.charAt(i + 1) == ' ' ? i + 2 : i + 1;
      return next >= s.length() || quote(s.charAt(next)) || assigns(s, next, true);
    }
    return blank(s, i) ? assigns(s, i + 1, false) : ends(s, i, true);
  }

  static int line(String s, int from) {
    int i = from;
    while (!lineEnd(s, i) || folded(s, i)) {
      i++;
    }
    return i;
  }

  /** A header goes on in the next line if that is indented and this one is visibly unfinished. */
  private static boolean folded(String s, int i) {
    int next = s.startsWith("\r\n", i) ? i + 2 : i + 1;
    int last = i > 0 && i < s.length() && s.startsWith("\r\n", i - 1) ? i - 2 : i - 1;
    boolean indented = next < s.length() && (s.charAt(next) == ' ' || s.charAt(next) == '\t');
    return indented && last >= 0 && (s.charAt(last) == ';' || s.charAt(last) == ',');
  }

  /**
   * The index of the closing quote, or -1. One that a word follows at once is part of the value.
   */
  static int quoted(String s, int open) {
    char close = closing(s.charAt(open));
    for (int i = open + 1; i < s.length(); i++) {
      char c = s.charAt(i);
      boolean doubled = i + 1 < s.length() && s.charAt(i + 1) == close && i > open + 1;
      if (c == '\\' || c == close && doubled) {
        i++;
      } else if (c == close && !wordChar(s, i + 1)) {
        return i;
      }
    }
    return -1;
  }

  private static char closing(char open) {
    return open == '\u201c' ? '\u201d' : open == '\u00ab' ? '\u00bb' : open;
  }

  /** The index behind the bracket that closes the one at {@code open}, or -1. */
  static int bracketed(String s, int open, char stringQuote) {
    int depth = 0;
    boolean inString = false;
    for (int i = open; i < s.length(); i++) {
      char c = s.charAt(i);
      if (inString) {
        if (c == '\\') {
          i++;
        } else if (c == stringQuote) {
          inString = false;
        }
      } else if (c == stringQuote) {
        inString = true;
      } else if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static boolean ends(String s, int i, boolean amongFields) {
    char c = s.charAt(i);
    switch (c) {
      case '&':
      case '|':
        return amongFields && assigns(s, i + 1, false);
      case ',':
      case ';':
        return blank(s, i + 1) || amongFields && (quoteAt(s, i + 1) || assigns(s, i + 1, false));
      case '<':
        return i + 1 < s.length() && s.charAt(i + 1) == '/';
      default:
        return CLOSERS.indexOf(c) >= 0 && closes(s, i);
    }
  }

  private static boolean quoteAt(String s, int i) {
    return i < s.length() && quote(s.charAt(i));
  }

  /** Whether what stands here closes something around the value, and is not part of the value. */
  private static boolean closes(String s, int i) {
    int j = i;
    while (j < s.length() && j < i + MAX_CLOSERS && CLOSERS.indexOf(s.charAt(j)) >= 0) {
      j++;
    }
    if (blank(s, j)) {
      return true;
    }
    switch (s.charAt(j)) {
      case ',':
      case ';':
        return blank(s, j + 1) || "\"'{[".indexOf(s.charAt(j + 1)) >= 0 || assigns(s, j + 1, false);
      case '.':
      case ':':
      case '!':
      case '?':
        return blank(s, j + 1);
      case '&':
      case '|':
        return assigns(s, j + 1, false);
      case '<':
        return true;
      case '/':
        return j + 1 < s.length() && s.charAt(j + 1) == '>';
      default:
        return false;
    }
  }

  /** Whether another field starts here: a name and {@code =}, or also {@code :}. */
  static boolean assigns(String s, int from, boolean colonToo) {
    int i = from;
    while (i < from + MAX_NAME && nameChar(s, i)) {
      i++;
    }
    if (i == from || i >= s.length()) {
      return false;
    }
    return s.charAt(i) == '=' || colonToo && s.charAt(i) == ':';
  }
}
