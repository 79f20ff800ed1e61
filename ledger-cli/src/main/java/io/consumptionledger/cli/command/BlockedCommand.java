package io.consumptionledger.cli.command;

import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.operations.Blocked;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows who waits for whom. */
@Command(
    name = "blocked",
    description =
        "Shows aggregates in which rows wait for their turn, and the row that each of them waits"
            + " for; the most waiting first.",
    footerHeading = "%nExample:%n",
    footer = {"  ledger blocked --handler billing", "  ledger show billing EVENT"})
public final class BlockedCommand extends LedgerCommand {
  private static final View<Blocked> VIEW =
      Views.named(
              new View<Blocked>()
                  .column("waiting", Blocked::waiting)
                  .column("aggregateType", Blocked::aggregateType)
                  .column("aggregate", Blocked::aggregateId),
              blocked -> blocked.head().key())
          .column("state", blocked -> blocked.head().state())
          .detail("version", blocked -> blocked.head().rowVersion())
          .column("since", blocked -> blocked.head().updatedAt())
          .text(
              "message",
              blocked ->
                  blocked.head().failure() == null ? null : blocked.head().failure().message());

  @Option(names = "--handler", paramLabel = "ID", description = "Only of this handler.")
  private String handler;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many aggregates at the most, up to 1000 (default: 50).")
  private int limit;

  @Override
  protected Work prepare(Tenant tenant) {
    RowFilter.all().ofHandler(handler);
    Within.check("--limit", limit, 1, Within.LIST);
    return desk -> {
      print(
          new Report()
              .table(
                  "blocked",
                  VIEW,
                  desk.operations().overview().blocked(tenant, handler, limit),
                  "Nothing waits for an earlier row."));
      return Exit.OK;
    };
  }
}
