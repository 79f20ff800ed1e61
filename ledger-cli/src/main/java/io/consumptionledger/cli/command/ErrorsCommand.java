package io.consumptionledger.cli.command;

import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.ErrorKinds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Groups dead letters. */
@Command(
    name = "errors",
    description =
        "Groups dead letters by kind of error, the largest groups first: what to look at first in"
            + " the night.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger errors --from 6h",
      "  ledger list --state DEAD_LETTER --handler billing --fingerprint FINGERPRINT"
    })
public final class ErrorsCommand extends LedgerCommand {
  @Option(names = "--handler", paramLabel = "ID", description = "Only of this handler.")
  private String handler;

  @Mixin private Period period;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many kinds at the most, up to 1000 (default: 20).")
  private int limit;

  @Override
  protected Work prepare(Tenant tenant) {
    RowFilter.all().ofHandler(handler);
    Within.check("--limit", limit, 1, Within.LIST);
    period.check();
    return desk -> {
      ErrorKinds found =
          desk.operations().rows().errors(tenant, handler, period.from(), period.before(), limit);
      Report report =
          new Report()
              .table("errors", Views.ERROR_KIND, found.kinds(), "No dead letters.")
              .value("complete", found.isComplete());
      print(
          found.isComplete()
              ? report
              : report.note("There is more: not all kinds are shown, or not all rows counted."));
      return Exit.OK;
    };
  }
}
