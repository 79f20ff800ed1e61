package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Quarantine;
import io.consumptionledger.operations.QuarantineOutcome;
import picocli.CommandLine.Command;

/** Closes messages that somebody has seen to otherwise. Their bytes stay. */
@Command(
    name = "resolve",
    description = "Closes messages that somebody has seen to otherwise. Their bytes stay.",
    footerHeading = "%nExample:%n",
    footer = "  ledger quarantine resolve ID --reason \"booked by hand\"")
final class QuarantineResolveCommand extends QuarantineClosing {
  @Override
  QuarantineOutcome close(
      Quarantine quarantine, Tenant tenant, String id, Operator operator, String reason) {
    return quarantine.resolve(tenant, id, operator, reason);
  }
}
