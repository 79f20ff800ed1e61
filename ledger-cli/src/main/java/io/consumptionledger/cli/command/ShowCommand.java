package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.RowDetails;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows one row. */
@Command(
    name = "show",
    description =
        "Shows one row with what it waits for, what people did with it and what should not have"
            + " happened to it. What its message holds is not shown; see \"ledger content\".",
    footerHeading = "%nExample:%n",
    footer = "  ledger show billing order-4711")
public final class ShowCommand extends LedgerCommand {
  @Mixin private RowName name;

  @Override
  protected Work prepare(Tenant tenant) {
    ConsumptionKey key = name.key(tenant);
    return desk -> {
      RowDetails found =
          desk.operations().rows().show(tenant, key).orElseThrow(() -> notFound(key));
      print(
          new Report()
              .details("row", null, Views.ROW, found.row())
              .details("blockedBy", "Blocked by", Views.ROW, found.blockedBy())
              .table("audit", "What people did", Views.AUDIT, found.audit(), "Nothing.")
              .table("anomalies", "Anomalies", Views.ANOMALY, found.anomalies(), "None."));
      return Exit.OK;
    };
  }

  static CommandException notFound(ConsumptionKey key) {
    return new CommandException(Exit.NOT_ALL, "there is no row " + key);
  }
}
