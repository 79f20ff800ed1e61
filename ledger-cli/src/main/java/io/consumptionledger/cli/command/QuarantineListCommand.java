package io.consumptionledger.cli.command;

import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.Quarantine;
import io.consumptionledger.spi.QuarantineVerbs.QuarantineEntry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists quarantined messages. */
@Command(
    name = "list",
    description = "Lists messages, the newest first. What they hold is not shown.",
    footerHeading = "%nExample:%n",
    footer = {"  ledger quarantine list --handler billing", "  ledger quarantine list --which ANY"})
final class QuarantineListCommand extends LedgerCommand {
  private static final int MOST_COUNTED = 100_000;

  @Option(names = "--handler", paramLabel = "ID", description = "Meant for this handler.")
  private String handler;

  @Option(
      names = "--which",
      paramLabel = "WHICH",
      defaultValue = "OPEN",
      description = "Which: ${COMPLETION-CANDIDATES} (default: OPEN).")
  private QuarantineFilter.Which which;

  @Option(
      names = "--count",
      description = "Counts them instead, up to 100000; --limit and --page do not matter.")
  private boolean count;

  @Mixin private Period period;
  @Mixin private Paging paging;

  @Override
  protected Work prepare(Tenant tenant) {
    period.check();
    paging.check();
    QuarantineFilter filter = new QuarantineFilter(handler, which, period.from(), period.before());
    return desk -> {
      Quarantine quarantine = desk.operations().quarantine();
      if (count) {
        Count number = quarantine.count(tenant, filter, MOST_COUNTED);
        print(new Report().value("count", number).note("Messages: " + number));
        return Exit.OK;
      }
      Page<QuarantineEntry> page =
          paging.collect((token, limit) -> quarantine.list(tenant, filter, token, limit));
      Report report =
          new Report()
              .table("messages", QuarantineViews.ENTRY, page.items(), "No messages.")
              .value("next", page.next());
      print(page.next() == null ? report : report.note(Paging.more(page)));
      return Exit.OK;
    };
  }
}
