package io.consumptionledger.cli.command;

import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import picocli.CommandLine.Option;

/** Why something is done or looked at. */
final class Because {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for the audit; at most 500 characters.")
  private String reason;

  /** The reason, valid. */
  String reason() {
    return new OperatorAction("-", reason).reason();
  }
}
