package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Closed;
import io.consumptionledger.operations.Closing;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.spi.RowVersion;
import java.util.List;
import picocli.CommandLine.Command;

/** Discards dead letters. */
@Command(
    name = "discard",
    description =
        "Closes dead letters for good without their effect; error and content stay as evidence."
            + " Each is closed together with its audit, or not at all; one that cannot be does not"
            + " stop the others.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger discard --handler billing --fingerprint HEX --dry-run --reason \"test orders\"",
      "  ledger discard --handler billing --fingerprint HEX --count 37 --reason \"test orders\""
    })
public final class DiscardCommand extends ClosingCommand {
  @Override
  List<Closed> close(
      Closing closing, Tenant tenant, List<RowVersion> rows, Operator operator, String reason) {
    return closing.discard(tenant, rows, operator, reason);
  }
}
