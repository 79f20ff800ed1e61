package io.consumptionledger.cli.output;

import java.lang.Character.UnicodeScript;
import java.util.PrimitiveIterator;

/** How much room text takes on a terminal, where some characters are as wide as two. */
final class Columns {
  private static final int FULL_WIDTH_FROM = 0xff01;
  private static final int HALF_WIDTH_FROM = 0xff61;
  private static final int HALF_WIDTH_TO = 0xffdc;
  private static final int PICTURES_FROM = 0x1f300;
  private static final int PICTURES_TO = 0x1faff;

  private Columns() {}

  /** The columns that a text takes. */
  static int of(String text) {
    return text.codePoints().map(Columns::of).sum();
  }

  /** The text if it fits, else its beginning and an ellipsis. */
  static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    StringBuilder cut = new StringBuilder();
    int left = columns - 1;
    for (PrimitiveIterator.OfInt each = text.codePoints().iterator(); each.hasNext(); ) {
      int c = each.nextInt();
      left -= of(c);
      if (left < 0) {
        break;
      }
      cut.appendCodePoint(c);
    }
    return cut.append('\u2026').toString();
  }

  private static int of(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(c) ? 2 : 1;
  }

  private static boolean isWide(int c) {
    if (c >= PICTURES_FROM && c <= PICTURES_TO || c >= FULL_WIDTH_FROM && c < HALF_WIDTH_FROM) {
      return true;
    }
    return switch (UnicodeScript.of(c)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, YI ->
          c < HALF_WIDTH_FROM || c > HALF_WIDTH_TO;
      default -> false;
    };
  }
}
