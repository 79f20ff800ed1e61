package io.consumptionledger.cli.command;

import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Desk;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.Words;
import io.consumptionledger.operations.Closed;
import io.consumptionledger.operations.Closed.Outcome;
import io.consumptionledger.operations.Closing;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Page;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.RowVersion;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Closes dead letters by hand. A filter closes nothing unless the number of rows is as expected.
 */
abstract class ClosingCommand extends LedgerCommand {
  private static final int NOT_GIVEN = Integer.MIN_VALUE;
  private static final int PAGE = 1_000;

  @Mixin private Selecting selecting;
  @Mixin private Because because;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "" + NOT_GIVEN,
      description =
          "How many rows you expect, at most 10000; nothing is done if it is another number."
              + " Required unless one row is named or the rows come from a file.")
  private int count;

  @Option(names = "--dry-run", description = "Only shows the rows that would be closed.")
  private boolean dryRun;

  abstract List<Closed> close(
      Closing closing, Tenant tenant, List<RowVersion> rows, Operator operator, String reason);

  @Override
  protected final Work prepare(Tenant tenant) {
    List<RowVersion> named = selecting.named(tenant);
    RowFilter filter = named == null ? selecting.filter() : null;
    String reason = because.reason();
    checkCount(named);
    return desk -> {
      List<RowVersion> rows = named == null ? matching(desk, tenant, filter) : named;
      return dryRun ? preview(rows) : close(desk, tenant, rows, reason);
    };
  }

  private void checkCount(List<RowVersion> named) {
    if (count == NOT_GIVEN) {
      if (named == null && !dryRun) {
        throw new CommandException(
            Exit.USAGE, "say with --count how many rows you expect; --dry-run shows them");
      }
    } else if (count < 1 || count > ReplayRequestVerbs.MOST_ROWS) {
      throw new CommandException(
          Exit.USAGE, "--count must be from 1 to " + ReplayRequestVerbs.MOST_ROWS);
    } else if (named != null && named.size() != count) {
      throw unexpected(Integer.toString(named.size()));
    }
  }

  private List<RowVersion> matching(Desk desk, Tenant tenant, RowFilter filter) {
    int most = count == NOT_GIVEN ? ReplayRequestVerbs.MOST_ROWS : count;
    List<RowVersion> rows = new ArrayList<>();
    String token = null;
    do {
      int limit = Math.min(PAGE, most + 1 - rows.size());
      Page<ListedRow> page = desk.operations().rows().list(tenant, filter, token, limit);
      page.items().forEach(row -> rows.add(new RowVersion(row.key(), row.rowVersion())));
      token = page.next();
    } while (token != null && rows.size() <= most);
    if (rows.size() > most) {
      throw unexpected("more than " + most);
    }
    if (count != NOT_GIVEN && rows.size() != count) {
      throw unexpected(Integer.toString(rows.size()));
    }
    return rows;
  }

  private CommandException unexpected(String actual) {
    return new CommandException(
        Exit.NOT_ALL,
        "the rows are "
            + actual
            + (count == NOT_GIVEN ? "" : ", not " + count)
            + "; nothing was done");
  }

  private Exit preview(List<RowVersion> rows) {
    print(
        new Report()
            .table("rows", Views.VERSION, rows, "No rows.")
            .note(Words.count(rows.size(), "row") + " would be closed; nothing was done."));
    return Exit.OK;
  }

  private Exit close(Desk desk, Tenant tenant, List<RowVersion> rows, String reason) {
    List<Closed> all = close(desk.operations().closing(), tenant, rows, desk.operator(), reason);
    List<Closed> open = all.stream().filter(each -> each.outcome() != Outcome.CLOSED).toList();
    print(
        new Report()
            .value("closed", all.size() - open.size())
            .table("notClosed", Views.CLOSED, open, null)
            .note(
                (all.size() - open.size()) + " of " + Words.count(all.size(), "row") + " closed."));
    if (all.stream().anyMatch(each -> each.outcome() == Outcome.FAILED)) {
      return Exit.UNAVAILABLE;
    }
    return Exit.of(open.isEmpty());
  }
}
