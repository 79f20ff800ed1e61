package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.AuditRecord;
import io.consumptionledger.operations.AuditTrail;
import io.consumptionledger.operations.Page;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells what people did. */
@Command(
    name = "audit",
    description =
        "Tells what people did and what they looked at, the newest first: of the tenant, or of one"
            + " row, also if that is purged.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger audit --summary --from 12h",
      "  ledger audit --handler billing --event order-4711"
    })
public final class AuditCommand extends LedgerCommand {
  @Option(names = "--handler", paramLabel = "ID", description = "The handler of the row.")
  private String handler;

  @Option(names = "--event", paramLabel = "ID", description = "The event of the row.")
  private String event;

  @Option(
      names = "--item",
      paramLabel = "KEY",
      defaultValue = "",
      description = "The item of the row, for one item of a batch message.")
  private String item;

  @Option(
      names = "--summary",
      description =
          "One line for what was done to many rows, one after the other; --limit counts the lines.")
  private boolean summary;

  @Mixin private Period period;
  @Mixin private Paging paging;

  @Override
  protected Work prepare(Tenant tenant) {
    ConsumptionKey key = key(tenant);
    paging.check();
    checkSummary(key);
    period.check();
    return desk -> {
      AuditTrail audit = desk.operations().audit();
      if (summary) {
        print(summary(audit, tenant));
        return Exit.OK;
      }
      Page<AuditRecord> page =
          paging.collect(
              (token, limit) ->
                  key == null
                      ? audit.list(tenant, period.from(), period.before(), token, limit)
                      : audit.ofRow(tenant, key, token, limit));
      Report report =
          new Report()
              .table("audit", Views.AUDIT, page.items(), "Nothing was done.")
              .value("next", page.next());
      print(page.next() == null ? report : report.note(Paging.more(page)));
      return Exit.OK;
    };
  }

  private Report summary(AuditTrail audit, Tenant tenant) {
    AuditSummary found = new AuditSummary();
    boolean isComplete = true;
    String next = null;
    do {
      Page<AuditRecord> page =
          audit.list(tenant, period.from(), period.before(), next, Within.LIST);
      for (AuditRecord each : page.items()) {
        isComplete = isComplete && found.add(each, paging.limit());
      }
      next = page.next();
    } while (next != null && isComplete);
    Report report =
        new Report()
            .table("summary", AuditSummary.VIEW, found.lines(), "Nothing was done.")
            .value("complete", isComplete);
    return isComplete ? report : report.note("There is more: --limit, or --before the last line.");
  }

  private void checkSummary(ConsumptionKey key) {
    if (summary && (key != null || paging.goesOn())) {
      throw new InvalidFieldException("--summary", "goes with no single row and no --page");
    }
  }

  private ConsumptionKey key(Tenant tenant) {
    if (handler == null && event == null && item.isEmpty()) {
      return null;
    }
    if (handler == null || event == null) {
      throw new InvalidFieldException("--handler", "and --event name a row only together");
    }
    if (period.from() != null || period.before() != null) {
      throw new InvalidFieldException("--from", "and --before do not go with one row");
    }
    return new ConsumptionKey(tenant, handler, event, item);
  }
}
