package io.consumptionledger.examples.demo;

import java.util.Locale;

/** Text for people. */
public final class Words {
  private static final int LONGEST = 160;

  private Words() {}

  /**
   * Somebody else's text on one line, shortened, without control characters.
   *
   * @param text the text, or null
   * @return one line
   */
  public static String oneLine(String text) {
    if (text == null) {
      return "(no message)";
    }
    String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    if (line.length() <= LONGEST) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return line.substring(0, end) + "...";
  }

  /**
   * Somebody else's text, quoted.
   *
   * @param text the text
   * @return the text in quotation marks
   */
  public static String shown(String text) {
    return "\"" + oneLine(text) + "\"";
  }

  /**
   * A number with thousands separated.
   *
   * @param value the number
   * @return the digits
   */
  public static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /**
   * So many of something.
   *
   * @param value how many
   * @param one what one of them is called
   * @return the words
   */
  public static String count(long value, String one) {
    return number(value) + " " + one + (value == 1 ? "" : "s");
  }

  /**
   * What an exception says, without its class name where it has a message.
   *
   * @param error the exception
   * @return one line
   */
  public static String of(Throwable error) {
    Throwable at = error;
    while (at.getMessage() == null && at.getCause() != null) {
      at = at.getCause();
    }
    return at.getMessage() == null ? at.getClass().getSimpleName() : oneLine(at.getMessage());
  }

  /**
   * What the innermost cause says, first line only: for a database, its own words.
   *
   * @param error the exception
   * @return one line
   */
  public static String ofRoot(Throwable error) {
    Throwable at = error;
    for (int depth = 0; at.getCause() != null && depth < 50; depth++) {
      at = at.getCause();
    }
    return at.getMessage() == null
        ? of(at)
        : oneLine(at.getMessage().strip().lines().findFirst().orElse(""));
  }
}
