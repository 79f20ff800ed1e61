package io.consumptionledger.cli.output;

import io.consumptionledger.operations.Count;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Values as people read them: on one line, and harmless on a terminal. */
public final class Words {
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;

  private Words() {}

  /**
   * A value as text.
   *
   * @param value anything, or null
   * @return one line
   */
  public static String of(Object value) {
    if (value == null) {
      return "-";
    }
    if (value instanceof Instant instant) {
      return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
    if (value instanceof Duration duration) {
      return duration(duration);
    }
    if (value instanceof Count count) {
      return count.toString();
    }
    if (value instanceof Collection<?> all) {
      return all.stream().map(Words::of).collect(Collectors.joining(", "));
    }
    return line(value.toString());
  }

  /**
   * A text on one line. What moves a terminal's cursor, hides text or turns it around is shown as
   * an escape.
   *
   * @param text any text
   * @return one line
   */
  public static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isHarmless(c)) {
                line.appendCodePoint(c);
              } else {
                line.append(escaped(c));
              }
            });
    return line.toString();
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> String.format(Locale.ROOT, "\\u%04x", c);
    };
  }

  /**
   * A time span in its two largest units.
   *
   * @param duration the span
   * @return such as {@code 2h 05m}
   */
  static String duration(Duration duration) {
    if (duration.isNegative()) {
      return "-" + duration(duration.negated());
    }
    long s = duration.toSeconds();
    if (s >= DAY) {
      return two(s, DAY, "d", HOUR, "h");
    }
    if (s >= HOUR) {
      return two(s, HOUR, "h", MINUTE, "m");
    }
    if (s >= MINUTE) {
      return two(s, MINUTE, "m", 1, "s");
    }
    return s >= 10 || duration.getNano() == 0
        ? s + "s"
        : String.format(Locale.ROOT, "%.1fs", duration.toMillis() / 1_000.0);
  }

  private static String two(long s, int large, String largeName, int small, String smallName) {
    return String.format(
        Locale.ROOT, "%d%s %02d%s", s / large, largeName, s % large / small, smallName);
  }

  /**
   * Numbers things.
   *
   * @param number how many
   * @param one the word for one of them
   * @return such as {@code 2 rows}
   */
  public static String count(long number, String one) {
    return number + " " + (number == 1 ? one : one + "s");
  }

  static String spaced(String camelCase) {
    return camelCase.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }
}
