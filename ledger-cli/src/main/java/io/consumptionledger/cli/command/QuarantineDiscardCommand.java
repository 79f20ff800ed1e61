package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Quarantine;
import io.consumptionledger.operations.QuarantineOutcome;
import picocli.CommandLine.Command;

/** Closes messages that are not wanted. Their bytes stay as evidence. */
@Command(
    name = "discard",
    description = "Closes messages that are not wanted. Their bytes stay as evidence.",
    footerHeading = "%nExample:%n",
    footer = "  ledger quarantine discard ID --reason \"a test message\"")
final class QuarantineDiscardCommand extends QuarantineClosing {
  @Override
  QuarantineOutcome close(
      Quarantine quarantine, Tenant tenant, String id, Operator operator, String reason) {
    return quarantine.discard(tenant, id, operator, reason);
  }
}
