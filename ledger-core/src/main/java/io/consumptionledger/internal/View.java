package io.consumptionledger.internal;

import java.util.Map;

/**
 * A reading of a text: the text itself, or the text with one layer of URL, JSON or markup encoding
 * taken off. It knows where each of its characters came from.
 */
final class View {
  private static final Map<String, Character> ENTITIES =
      Map.of("quot", '"', "apos", '\'', "amp", '&', "lt", '<', "gt", '>');
  private static final int MAX_ENTITY = 8;

  private final String text;

  /** Start of each character in the original, and the original's end; null if they are the same. */
  private final int[] origins;

  private View(String text, int[] origins) {
    this.text = text;
    this.origins = origins;
  }

  static View of(String text) {
    return new View(text, null);
  }

  String text() {
    return text;
  }

  int origin(int index) {
    return origins == null ? index : origins[index];
  }

  /** The same with one layer of encoding taken off, or null if there is none. */
  View decoded() {
    char[] out = new char[text.length()];
    int[] from = new int[text.length() + 1];
    int length = 0;
    int i = 0;
    while (i < text.length()) {
      from[length] = origin(i);
      int encoded = encodedLength(i);
      out[length++] = encoded == 0 ? text.charAt(i) : decode(i, encoded);
      i += Math.max(1, encoded);
    }
    from[length] = origin(i);
    return length == text.length() ? null : new View(new String(out, 0, length), from);
  }

  private int encodedLength(int i) {
    switch (text.charAt(i)) {
      case '%':
        return hex(i + 1, i + 3) >= 0 ? 3 : 0;
      case '\\':
        return escapeLength(i);
      case '&':
        int end = entityEnd(i);
        return end > 0 && entity(text.substring(i + 1, end)) >= 0 ? end + 1 - i : 0;
      default:
        return 0;
    }
  }

  private int entityEnd(int i) {
    for (int j = i; j < text.length() && j <= i + MAX_ENTITY; j++) {
      if (text.charAt(j) == ';') {
        return j;
      }
    }
    return -1;
  }

  private int escapeLength(int i) {
    char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
    if (next == 'u') {
      return hex(i + 2, i + 6) >= 0 ? 6 : 0;
    }
    return next == '"' || next == '\'' || next == '/' || next == '\\' ? 2 : 0;
  }

  private char decode(int i, int length) {
    switch (text.charAt(i)) {
      case '%':
        return (char) hex(i + 1, i + 3);
      case '&':
        return (char) entity(text.substring(i + 1, i + length - 1));
      default:
        return length == 2 ? text.charAt(i + 1) : (char) hex(i + 2, i + 6);
    }
  }

  private static int entity(String name) {
    Character named = ENTITIES.get(name);
    if (named != null) {
      return named;
    }
    if (name.length() < 2 || name.charAt(0) != '#') {
      return -1;
    }
    boolean hex = Character.toLowerCase(name.charAt(1)) == 'x';
    int value = 0;
    for (int i = hex ? 2 : 1; i < name.length(); i++) {
      int digit = Character.digit(name.charAt(i), hex ? 16 : 10);
      if (digit < 0) {
        return -1;
      }
      value = value * (hex ? 16 : 10) + digit;
    }
    return value > 0 && value <= Character.MAX_VALUE ? value : -1;
  }

  private int hex(int from, int to) {
    if (to > text.length()) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }
}
