package io.consumptionledger.cli.command;

import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows how things stand. */
@Command(
    name = "status",
    description =
        "Shows for each handler how many rows are in which state, which handlers are paused, and"
            + " which nodes run. Waiting and dead rows are counted up to a limit, the others among"
            + " the newest rows only: \"not known\" means none among those.",
    footerHeading = "%nExample:%n",
    footer = {"  ledger status", "  ledger status --claims"})
public final class StatusCommand extends LedgerCommand {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Up to where to count, at most 1000000 (default: 10000).")
  private int limit;

  @Option(
      names = "--claims",
      description = "Shows the claims in flight, too: which node, held how long, lease left.")
  private boolean claims;

  @Override
  protected Work prepare(Tenant tenant) {
    Within.check("--limit", limit, 1, Within.COUNT);
    return desk -> {
      print(StatusReport.of(desk.operations(), tenant, limit, claims));
      return Exit.OK;
    };
  }
}
