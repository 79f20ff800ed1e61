package io.consumptionledger.cli.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times on a command line. */
final class Moments {
  static final String HELP = "2026-11-30T22:15:00Z, or how long ago, such as 90m, 2h or 3d";
  private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(s|m|h|d)");

  private Moments() {}

  /** Reads time spans. */
  static final class Span implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      Matcher parts = SPAN.matcher(text);
      if (!parts.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is no time span such as 30s, 15m, 2h or 1d");
      }
      long number = Long.parseLong(parts.group(1));
      return switch (parts.group(2)) {
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    }
  }

  /** Reads instants; how long ago is counted by the clock of this machine. */
  static final class When implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return SPAN.matcher(text).matches()
            ? Instant.now().minus(new Span().convert(text))
            : OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is no time such as 2026-11-30T22:15:00Z or 2h (ago)");
      }
    }
  }
}
