package io.consumptionledger.internal;

import java.util.BitSet;

/**
 * Takes secrets and personal data out of text, in time linear in its length. It reads, it does not
 * understand: where the end of a secret is in doubt more is taken out, never less.
 */
public final class Redactor {
  /** What stands where something was taken out. */
  public static final String MARKER = "[redacted]";

  /** One round does the work, the others confirm it; the limit keeps hostile text linear. */
  private static final int MAX_ROUNDS = 5;

  /** Text that was encoded more often than this is not read. */
  private static final int MAX_ENCODINGS = 3;

  private Redactor() {}

  /** The text with everything that looks like a secret or personal data replaced. */
  public static String redact(String text) {
    return redact(text, text.length());
  }

  /**
   * The start of the text, redacted in the knowledge of what follows: a secret that begins before
   * the limit and is only recognised by what stands behind it does not leave half of itself.
   */
  static String redact(String text, int limit) {
    String before = text;
    String after = round(text, limit);
    for (int i = 1; i < MAX_ROUNDS && !after.equals(before); i++) {
      before = after;
      after = round(before, before.length());
    }
    return after;
  }

  private static String round(String text, int limit) {
    BitSet found = new BitSet(text.length());
    View view = View.of(text);
    for (int i = 0; i <= MAX_ENCODINGS && view != null; i++) {
      Marks marks = new Marks(view, found);
      new FieldScanner(marks).scan();
      RowValues.scan(marks);
      Tokens.scan(marks);
      Addresses.scan(marks);
      Paths.scan(marks);
      AccountNumbers.scan(marks);
      view = view.decoded();
    }
    markAgain(text, found);
    return replaced(text, found, limit);
  }

  /** What was taken out before stays so, and melts into what is taken out next to it. */
  private static void markAgain(String text, BitSet found) {
    int at = text.indexOf(MARKER);
    while (at >= 0) {
      found.set(at, at + MARKER.length());
      at = text.indexOf(MARKER, at + MARKER.length());
    }
  }

  private static String replaced(String text, BitSet found, int limit) {
    StringBuilder out = new StringBuilder(limit);
    int at = 0;
    while (at < limit) {
      int next = found.nextSetBit(at);
      if (next < 0 || next >= limit) {
        break;
      }
      out.append(text, at, next).append(MARKER);
      at = found.nextClearBit(next);
    }
    if (at < limit) {
      out.append(text, at, limit);
    }
    return out.toString();
  }

  /** The text with numbers and ids replaced, so that failures of one kind look the same. */
  public static String normalise(String text) {
    return new Normaliser(text).run();
  }
}
