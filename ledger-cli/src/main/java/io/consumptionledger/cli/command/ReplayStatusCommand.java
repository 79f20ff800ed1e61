package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.ReplayStatus;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.ReplayRequestVerbs.Progress;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows replay requests. */
@Command(
    name = "status",
    description =
        "Without a request lists the requests, the newest first; with one shows it, its rows and"
            + " how far it has come.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger replay status",
      "  ledger replay status 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --limit 100"
    })
final class ReplayStatusCommand extends LedgerCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "REQUEST",
      converter = RequestId.class,
      description = "The request's id.")
  private UUID id;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many requests, or rows, at the most, up to 1000 (default: 50).")
  private int limit;

  @Option(
      names = "--row",
      paramLabel = "POSITION",
      defaultValue = "0",
      description = "The first of the rows, counted from 0 (default: 0).")
  private int from;

  @Override
  protected Work prepare(Tenant tenant) {
    Within.check("--limit", limit, 1, Within.LIST);
    Within.check("--row", from, 0, ReplayRequestVerbs.MOST_ROWS);
    if (id == null && from > 0) {
      throw new InvalidFieldException("--row", "is about the rows of a request, and none is named");
    }
    return desk -> {
      Replays replays = desk.operations().replays();
      print(id == null ? all(replays, tenant) : one(replays, tenant));
      return Exit.OK;
    };
  }

  private Report all(Replays replays, Tenant tenant) {
    return new Report()
        .table("requests", Views.REQUEST, replays.list(tenant, limit), "No requests.");
  }

  private Report one(Replays replays, Tenant tenant) {
    ReplayStatus status =
        replays
            .status(tenant, id)
            .orElseThrow(
                () -> new CommandException(Exit.NOT_ALL, "there is no replay request " + id));
    return new Report()
        .details("request", null, Views.REQUEST, status.request())
        .value("progress", progress(status.progress()))
        .note(status.progress().toString())
        .table("rows", "Rows", Views.REPLAY_ITEM, replays.items(tenant, id, from, limit), "None.");
  }

  static Map<String, Integer> progress(Progress progress) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (ReplayOutcome outcome : ReplayOutcome.values()) {
      numbers.put(outcome.name().toLowerCase(Locale.ROOT), progress.of(outcome));
    }
    numbers.put("untried", progress.untried());
    return numbers;
  }
}
