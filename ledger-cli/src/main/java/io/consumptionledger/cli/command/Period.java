package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import java.time.Instant;
import picocli.CommandLine.Option;

/** From when to when. */
final class Period {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Moments.When.class,
      description =
          "At or after this: "
              + Moments.HELP
              + ". Of rows, when their messages were first received.")
  private Instant from;

  @Option(
      names = "--before",
      paramLabel = "TIME",
      converter = Moments.When.class,
      description = "Before this.")
  private Instant before;

  /** Refuses a period in which no time can lie. */
  void check() {
    if (from != null && before != null && !from.isBefore(before)) {
      throw new InvalidFieldException("--from", "must be earlier than --before");
    }
  }

  /** The beginning, or null. */
  Instant from() {
    return from;
  }

  /** The end, or null. */
  Instant before() {
    return before;
  }
}
