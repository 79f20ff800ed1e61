package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.RowFilter;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which rows; each option that is given must fit. */
final class Matching {
  @Option(names = "--handler", paramLabel = "ID", description = "Of this handler.")
  private String handler;

  @Option(
      names = "--error-class",
      paramLabel = "CLASS",
      description = "Failed last with this class: ${COMPLETION-CANDIDATES}.")
  private ErrorClass errorClass;

  @Option(names = "--code", paramLabel = "CODE", description = "Failed last with this code.")
  private String code;

  @Option(
      names = "--fingerprint",
      paramLabel = "HEX",
      description = "Failed last with this fingerprint, as \"ledger errors\" shows it.")
  private String fingerprint;

  @Option(names = "--event-type", paramLabel = "TYPE", description = "Of this type of event.")
  private String eventType;

  @Option(
      names = "--aggregate-type",
      paramLabel = "TYPE",
      description = "Of an aggregate of this type.")
  private String aggregateType;

  @Option(
      names = "--aggregate",
      paramLabel = "ID",
      description = "Of this aggregate; needs --aggregate-type.")
  private String aggregate;

  @Mixin private Period period;

  /** The filter for rows in some states; by when their messages were first received. */
  RowFilter filter(Set<ConsumptionState> states) {
    period.check();
    return new RowFilter(
        handler,
        states,
        errorClass,
        code,
        fingerprint,
        eventType,
        aggregateType,
        aggregate,
        period.from(),
        period.before());
  }

  /** Whether any option was given. */
  boolean isGiven() {
    return handler != null
        || errorClass != null
        || code != null
        || fingerprint != null
        || eventType != null
        || aggregateType != null
        || aggregate != null
        || period.from() != null
        || period.before() != null;
  }
}
