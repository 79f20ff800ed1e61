package io.consumptionledger.internal;

import java.util.Locale;
import java.util.Set;

/** Takes out paths of files: they tell of users, hosts and where the configuration lies. */
final class Paths {
  private static final Set<String> ROOTS =
      Set.of(
          "etc",
          "home",
          "opt",
          "var",
          "root",
          "usr",
          "srv",
          "mnt",
          "media",
          "tmp",
          "run",
          "proc",
          "sys",
          "dev",
          "boot",
          "app",
          "apps",
          "config",
          "conf",
          "secrets",
          "users",
          "private",
          "library",
          "volumes",
          "workspace",
          "work",
          "deployments",
          "nix",
          "snap");

  private static final Set<String> CONFIGURATION =
      Set.of(
          "yml",
          "yaml",
          "properties",
          "conf",
          "cfg",
          "cnf",
          "ini",
          "toml",
          "env",
          "pem",
          "key",
          "jks",
          "p12",
          "pfx",
          "keystore",
          "truststore",
          "crt",
          "cer");

  private static final int MAX_SEGMENT = 64;
  private static final int MAX_QUOTED = 512;

  private final Marks marks;
  private final String s;

  /** No path of unknown root that begins before this is one of a configuration. */
  private int plainUntil;

  private Paths(Marks marks) {
    this.marks = marks;
    this.s = marks.text();
  }

  static void scan(Marks marks) {
    Paths paths = new Paths(marks);
    int i = 0;
    while (i < marks.text().length()) {
      i = paths.at(i);
    }
  }

  private int at(int i) {
    boolean free = !Extent.wordChar(s, i - 1);
    switch (s.charAt(i)) {
      case '/':
        return free && (i == 0 || "/._-~".indexOf(s.charAt(i - 1)) < 0) ? unix(i) : i + 1;
      case '~':
      case '$':
      case '%':
        return free ? variable(i) : i + 1;
      case '.':
        return free ? relative(i) : i + 1;
      case '\\':
        return share(i);
      case ':':
        return drive(i);
      case 'f':
      case 'F':
        return free && s.regionMatches(true, i, "file:", 0, 5) ? take(i + 5, i + 5, false) : i + 1;
      default:
        return i + 1;
    }
  }

  private int unix(int i) {
    int end = segment(i + 1);
    boolean known =
        at(end, '/') && ROOTS.contains(s.substring(i + 1, end).toLowerCase(Locale.ROOT));
    if (known) {
      return take(i, i, false);
    }
    if (end == i + 1) {
      return i + 1;
    }
    if (i < plainUntil) {
      return i + 1;
    }
    int stop = Extent.token(s, i);
    if (configuration(i, stop)) {
      return take(i, i, false);
    }
    plainUntil = stop;
    return i + 1;
  }

  private int segment(int from) {
    int i = from;
    while (i < from + MAX_SEGMENT && Extent.nameChar(s, i)) {
      i++;
    }
    return i;
  }

  private boolean at(int i, char c) {
    return i < s.length() && s.charAt(i) == c;
  }

  private boolean configuration(int from, int end) {
    for (int i = from; i < end; i++) {
      if (s.charAt(i) == '.') {
        int stop = i + 1;
        while (stop < end && stop < i + MAX_SEGMENT && Extent.wordChar(s, stop)) {
          stop++;
        }
        if (CONFIGURATION.contains(s.substring(i + 1, stop).toLowerCase(Locale.ROOT))) {
          return true;
        }
      }
    }
    return false;
  }

  /** {@code ~/x}, {@code ~user/x}, {@code $HOME/x}, <code>${HOME}/x</code>, {@code %HOME%\x}. */
  private int variable(int i) {
    int from = at(i + 1, '{') ? i + 2 : i + 1;
    int end = segment(from);
    boolean closed = at(end, '}') || s.charAt(i) == '%' && at(end, '%');
    int next = closed ? end + 1 : end;
    boolean named = end > from || s.charAt(i) == '~';
    return named && (at(next, '/') || at(next, '\\')) ? take(i, i, at(next, '\\')) : i + 1;
  }

  private int relative(int i) {
    int slash = at(i + 1, '.') ? i + 2 : i + 1;
    boolean separated = at(slash, '/') || at(slash, '\\');
    boolean starts = i == 0 || s.charAt(i - 1) != '.' && s.charAt(i - 1) != ']';
    return separated && starts && Extent.nameChar(s, slash + 1)
        ? take(i, i, at(slash, '\\'))
        : i + 1;
  }

  /** {@code \\host\share}. */
  private int share(int i) {
    if (!at(i + 1, '\\') || i > 0 && s.charAt(i - 1) == '\\') {
      return i + 1;
    }
    int from = at(i + 2, '?') ? i + 3 : i + 2;
    return at(segment(from), '\\') ? take(i, i, true) : i + 1;
  }

  /** {@code C:\x} and {@code C:/x}. */
  private int drive(int colon) {
    boolean letter =
        colon > 0 && Character.isLetter(s.charAt(colon - 1)) && !Extent.wordChar(s, colon - 2);
    boolean path = at(colon + 1, '\\') || at(colon + 1, '/') && !at(colon + 2, '/');
    return letter && path ? take(colon - 1, colon + 1, true) : colon + 1;
  }

  /** Takes a path out, to its closing quote if it is quoted; it may hold spaces. */
  private int take(int start, int from, boolean windows) {
    int end = start > 0 && Extent.quote(s.charAt(start - 1)) ? closingQuote(start) : -1;
    if (end < 0) {
      end = Extent.token(s, from);
      while (goesOn(end, windows)) {
        end = Extent.token(s, end + 1);
      }
    }
    marks.mark(start, end);
    return Math.max(end, from + 1);
  }

  private int closingQuote(int start) {
    char quote = s.charAt(start - 1);
    for (int i = start; i < start + MAX_QUOTED && !Extent.lineEnd(s, i); i++) {
      if (s.charAt(i) == quote && !Extent.wordChar(s, i + 1)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a separator follows soon behind this space, so that the space is part of the path. */
  private boolean goesOn(int space, boolean windows) {
    if (!at(space, ' ')) {
      return false;
    }
    char separator = windows ? '\\' : '/';
    for (int i = space + 1; i < space + MAX_SEGMENT && !Extent.lineEnd(s, i); i++) {
      char c = s.charAt(i);
      if (c == separator) {
        return i > space + 1;
      }
      if (c == ' ' && !windows || "/\\:*?\"<>|".indexOf(c) >= 0) {
        return false;
      }
    }
    return false;
  }
}
