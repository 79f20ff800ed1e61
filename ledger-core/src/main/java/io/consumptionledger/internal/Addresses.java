package io.consumptionledger.internal;

/** Takes out connection strings, URLs that carry a user, and mail addresses. */
final class Addresses {
  private static final String STOPS = ",;|&<>()[]{}\"'`=\u201c\u201d";
  private static final int MAX_QUOTED_NAME = 64;
  private static final int MAX_HASH = 8;
  private static final int ADDRESS_PARTS = 4;

  private final Marks marks;
  private final String s;

  /** No mail address begins before this. */
  private int floor;

  /** No URL that begins before this carries a user. */
  private int plainUntil;

  private Addresses(Marks marks) {
    this.marks = marks;
    this.s = marks.text();
  }

  static void scan(Marks marks) {
    Addresses addresses = new Addresses(marks);
    int i = 0;
    while (i < marks.text().length()) {
      i = addresses.at(i);
    }
  }

  private int at(int i) {
    switch (s.charAt(i)) {
      case ':':
        return s.startsWith("://", i) ? url(i + 3) : i + 1;
      case '@':
        return mail(i);
      case 'j':
      case 'J':
        return connection(i, "jdbc:");
      case 'r':
      case 'R':
        return connection(i, "r2dbc:");
      default:
        return i + 1;
    }
  }

  private int connection(int i, String scheme) {
    if (Extent.wordChar(s, i - 1) || !s.regionMatches(true, i, scheme, 0, scheme.length())) {
      return i + 1;
    }
    int from = i + scheme.length();
    return take(from, Extent.url(s, from));
  }

  private int url(int from) {
    if (from < plainUntil) {
      return from;
    }
    int end = Extent.url(s, from);
    for (int i = from; i < end; i++) {
      if (s.charAt(i) == '@') {
        return take(from, end);
      }
    }
    plainUntil = end;
    return from;
  }

  private int take(int from, int to) {
    marks.mark(from, to);
    floor = to;
    return to;
  }

  private int mail(int at) {
    int from = at;
    while (from > floor && !stops(from - 1)) {
      from--;
    }
    int to = at + 1;
    while (to < s.length() && (Extent.wordChar(s, to) || ".-:_".indexOf(s.charAt(to)) >= 0)) {
      to++;
    }
    while (to > at + 1 && !Extent.wordChar(s, to - 1)) {
      to--;
    }
    if (from == at && at > floor && s.charAt(at - 1) == '"') {
      from = quotedName(at);
    }
    if (from == at || to == at + 1 || technical(from, at, to)) {
      floor = at + 1;
      return at + 1;
    }
    return take(from, to);
  }

  private boolean stops(int i) {
    boolean apostrophe =
        s.charAt(i) == '\'' && Extent.wordChar(s, i - 1) && Extent.wordChar(s, i + 1);
    return Extent.blank(s, i) || STOPS.indexOf(s.charAt(i)) >= 0 && !apostrophe;
  }

  private int quotedName(int at) {
    int limit = Math.max(floor, at - MAX_QUOTED_NAME);
    for (int i = at - 2; i >= limit; i--) {
      if (s.charAt(i) == '"') {
        return i;
      }
    }
    return at;
  }

  /** An object's class and hash, a module and its version, a name and its number. */
  private boolean technical(int from, int at, int to) {
    if (s.substring(from, at).indexOf(':') >= 0) {
      return false;
    }
    boolean number = true;
    boolean hash = to - at - 1 <= MAX_HASH;
    int parts = 1;
    for (int i = at + 1; i < to; i++) {
      char c = s.charAt(i);
      parts += c == '.' ? 1 : 0;
      number &= c >= '0' && c <= '9' || c == '.';
      hash &= Character.digit(c, 16) >= 0;
    }
    return hash || number && parts != ADDRESS_PARTS;
  }
}
