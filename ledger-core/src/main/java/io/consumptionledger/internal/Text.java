package io.consumptionledger.internal;

import io.consumptionledger.InvalidFieldException;

/**
 * What text may enter the ledger. Databases differ in what they fold, trim, truncate or refuse, so
 * everything any of them would touch is refused here, the same for every store.
 */
public final class Text {
  private static final int SHOWN = 40;

  private Text() {}

  /** Text that must be present and not blank. */
  public static String required(String field, String value, int maxCharacters) {
    if (value == null) {
      throw new InvalidFieldException(field, "is required but was null");
    }
    if (value.isBlank()) {
      throw new InvalidFieldException(field, "is required but was blank: " + shown(value));
    }
    return checked(field, value, maxCharacters);
  }

  /** Text that may be null, and if present may be empty but is otherwise held to the same rules. */
  public static String optional(String field, String value, int maxCharacters) {
    return value == null ? null : checked(field, value, maxCharacters);
  }

  private static String checked(String field, String value, int maxCharacters) {
    int characters = 0;
    for (int i = 0; i < value.length(); ) {
      int c = value.codePointAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        throw new InvalidFieldException(
            field, "holds a lone surrogate at index " + i + ": " + shown(value));
      }
      if (Character.getType(c) == Character.CONTROL) {
        throw new InvalidFieldException(
            field,
            "holds the control character " + hex(c) + " at index " + i + ": " + shown(value));
      }
      characters++;
      i += Character.charCount(c);
    }
    if (characters > maxCharacters) {
      throw new InvalidFieldException(
          field,
          "has " + characters + " characters, the limit is " + maxCharacters + ": " + shown(value));
    }
    return value;
  }

  /** The order of code points. {@code String.compareTo} puts U+E000 to U+FFFF after emoji. */
  public static int compare(String left, String right) {
    if (left.equals(
        right)) { // as most parts of keys are, and quicker than to look at each character
      return 0;
    }
    int shorter = Math.min(left.length(), right.length());
    for (int i = 0; i < shorter; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        boolean beyond = Character.isSurrogate(l);
        return beyond == Character.isSurrogate(r) ? Character.compare(l, r) : beyond ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** The number of bytes of text in UTF-8; lone surrogates have none, and must not be there. */
  public static long utf8Length(String value) {
    long bytes = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3; // a pair has four
    }
    return bytes;
  }

  /** A value as it may stand in a message: shortened, quoted, and with anything odd escaped. */
  public static String shown(String value) {
    StringBuilder out = new StringBuilder("\"");
    int characters = 0;
    for (int i = 0; i < value.length() && characters < SHOWN; characters++) {
      int c = value.codePointAt(i);
      boolean plain =
          Character.getType(c) != Character.CONTROL
              && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
      if (plain) {
        out.appendCodePoint(c);
      } else {
        out.append(hex(c));
      }
      i += Character.charCount(c);
    }
    boolean cut = value.codePointCount(0, value.length()) > SHOWN;
    return out.append(cut ? "\"..." : "\"").toString();
  }

  private static String hex(int c) {
    return String.format("U+%04X", c);
  }
}
