package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Page;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists rows. */
@Command(
    name = "list",
    description =
        "Lists rows, the newest first by the time their messages were first received. What messages"
            + " hold is not shown.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger list --state DEAD_LETTER --handler billing --from 2h --limit 20",
      "  ledger list --state DEAD_LETTER --count"
    })
public final class ListCommand extends LedgerCommand {
  private static final int MOST_COUNTED = 100_000;

  @Mixin private Matching matching;
  @Mixin private Paging paging;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "In one of these states, with commas between: ${COMPLETION-CANDIDATES}.")
  private Set<ConsumptionState> states;

  @Option(
      names = "--count",
      description = "Counts the rows instead, up to 100000; --limit and --page do not matter.")
  private boolean count;

  @Override
  protected Work prepare(Tenant tenant) {
    Set<ConsumptionState> wanted =
        states == null ? EnumSet.allOf(ConsumptionState.class) : EnumSet.copyOf(states);
    RowFilter filter = matching.filter(wanted);
    paging.check();
    return desk -> {
      if (count) {
        Count number = desk.operations().rows().count(tenant, filter, MOST_COUNTED);
        print(new Report().value("count", number).note("Rows: " + number));
        return Exit.OK;
      }
      Page<ListedRow> page =
          paging.collect(
              (token, limit) -> desk.operations().rows().list(tenant, filter, token, limit));
      Report report =
          new Report()
              .table("rows", Views.ROW, page.items(), "No rows.")
              .value("next", page.next());
      print(page.next() == null ? report : report.note(Paging.more(page)));
      return Exit.OK;
    };
  }
}
