package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.operations.Closed;
import io.consumptionledger.operations.Closing;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.spi.RowVersion;
import java.util.List;
import picocli.CommandLine.Command;

/** Resolves dead letters. */
@Command(
    name = "resolve",
    description =
        "Closes dead letters that somebody has seen to otherwise: they count as succeeded. Each is"
            + " closed together with its audit, or not at all; one that cannot be does not stop the"
            + " others.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger resolve --handler billing --event order-4711 --version 3 --reason \"booked by hand\"",
      "  ledger resolve --handler billing --code 23505 --count 12 --reason \"were booked already\""
    })
public final class ResolveCommand extends ClosingCommand {
  @Override
  List<Closed> close(
      Closing closing, Tenant tenant, List<RowVersion> rows, Operator operator, String reason) {
    return closing.resolve(tenant, rows, operator, reason);
  }
}
