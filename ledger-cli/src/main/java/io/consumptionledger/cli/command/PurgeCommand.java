package io.consumptionledger.cli.command;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.CommandException;
import io.consumptionledger.cli.base.Desk;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.Interrupt;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.cli.output.View;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.PurgeReport;
import io.consumptionledger.operations.PurgeReport.Part;
import io.consumptionledger.operations.PurgeRun;
import io.consumptionledger.operations.RetentionPlan;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes old rows. */
@Command(
    name = "purge",
    description =
        "Deletes rows of a handler that were settled long enough ago, in small audited batches beside"
            + " live traffic. Rows that are not settled are never touched. Ctrl-C stops it after the"
            + " batch at hand; run it again to go on.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger purge --handler billing --older-than 14d --broker-retention 7d --dry-run --reason x",
      "  ledger purge --handler billing --older-than 14d --broker-retention 7d --reason \"monthly\""
    })
public final class PurgeCommand extends LedgerCommand {
  private static final long MOST_ROWS = 1_000_000_000;
  private static final int LONGEST_PAUSE_MILLIS = 60_000;
  private static final View<Part> PART =
      new View<Part>()
          .column("what", Part::what)
          .column("handler", Part::handlerId)
          .column("state", Part::state)
          .column("deleted", Part::deleted)
          .column("complete", Part::isComplete)
          .column("problem", Part::problem);
  private static final View<Map.Entry<ConsumptionState, Count>> WOULD_BE =
      new View<Map.Entry<ConsumptionState, Count>>()
          .column("state", Map.Entry::getKey)
          .column("rows", Map.Entry::getValue);

  @Mixin private Because because;

  @Option(
      names = "--handler",
      paramLabel = "ID",
      required = true,
      description = "Rows of this handler.")
  private String handler;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      defaultValue = "SUCCEEDED",
      description =
          "Rows in these states, with commas between: SUCCEEDED, DISCARDED (default: SUCCEEDED).")
  private Set<ConsumptionState> states;

  @Option(
      names = "--older-than",
      paramLabel = "SPAN",
      required = true,
      converter = Moments.Span.class,
      description = "Settled longer ago than 12h or 14d. What comes again after that is new.")
  private Duration olderThan;

  @Option(
      names = "--broker-retention",
      paramLabel = "SPAN",
      required = true,
      converter = Moments.Span.class,
      description =
          "How long the broker may deliver a message again; rows must be kept at least as long.")
  private Duration brokerRetention;

  @Option(
      names = "--closed-messages",
      paramLabel = "SPAN",
      converter = Moments.Span.class,
      description =
          "Also quarantined messages of the tenant that were closed longer ago than this; not"
              + " shorter than --broker-retention.")
  private Duration closedMessages;

  @Option(
      names = "--ended-requests",
      paramLabel = "SPAN",
      converter = Moments.Span.class,
      description = "Also replay requests of the tenant that ended longer ago than this.")
  private Duration endedRequests;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "500",
      description = "How many rows one transaction looks at, up to 1000 (default: 500).")
  private int batch;

  @Option(
      names = "--pause",
      paramLabel = "MILLISECONDS",
      defaultValue = "50",
      description = "How long to pause between batches, up to 60000 (default: 50).")
  private int pause;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100000",
      description = "How many rows to delete, or to count, at the most (default: 100000).")
  private long limit;

  @Option(
      names = "--dry-run",
      description =
          "Only counts the rows that would be deleted; messages and requests are not counted.")
  private boolean dryRun;

  @Override
  protected Work prepare(Tenant tenant) {
    Within.check("--batch", batch, 1, RetentionPlan.MOST_BATCH);
    Within.check("--pause", pause, 0, LONGEST_PAUSE_MILLIS);
    Within.check("--limit", limit, 1, dryRun ? Within.COUNT : MOST_ROWS);
    if (olderThan.compareTo(brokerRetention) < 0) {
      throw new InvalidFieldException(
          "--older-than",
          "must not be shorter than --broker-retention, or duplicates come through");
    }
    if (closedMessages != null && closedMessages.compareTo(brokerRetention) < 0) {
      throw new InvalidFieldException(
          "--closed-messages", "must not be shorter than --broker-retention");
    }
    RetentionPlan.Builder plan =
        RetentionPlan.builder()
            .brokerRetention(handler, brokerRetention)
            .batch(batch)
            .pause(Duration.ofMillis(pause))
            .mostPerPass(limit);
    Set<ConsumptionState> wanted = EnumSet.copyOf(states);
    wanted.forEach(state -> plan.keep(handler, state, olderThan));
    if (closedMessages != null) {
      plan.keepQuarantined(closedMessages);
    }
    if (endedRequests != null) {
      plan.keepReplayRequests(endedRequests);
    }
    RetentionPlan built = plan.build();
    String reason = because.reason();
    return desk -> dryRun ? preview(desk, tenant, wanted) : purge(desk, tenant, built, reason);
  }

  private Exit preview(Desk desk, Tenant tenant, Set<ConsumptionState> wanted) {
    Map<ConsumptionState, Count> rows = new TreeMap<>();
    for (ConsumptionState state : wanted) {
      rows.put(
          state,
          desk.operations().retention().purgeable(tenant, handler, state, olderThan, (int) limit));
    }
    print(
        new Report()
            .table("wouldBeDeleted", WOULD_BE, rows.entrySet(), null)
            .note("Nothing was deleted."));
    return Exit.OK;
  }

  private Exit purge(Desk desk, Tenant tenant, RetentionPlan plan, String reason) {
    PurgeRun run = desk.operations().retention().purge(tenant, plan, desk.operator(), reason);
    Interrupt interrupt = Interrupt.stopping(run::stop);
    try {
      PurgeReport done = run.pass();
      print(
          new Report()
              .value("end", done.end())
              .table("parts", PART, done.parts(), null)
              .note(done.end() + ": " + done.deleted() + " deleted."));
      if (done.parts().stream().map(Part::problem).anyMatch(Objects::nonNull)) {
        throw new CommandException(
            Exit.UNAVAILABLE, "the database failed while it was purged; run it again to go on");
      }
      return Exit.of(done.end() == PurgeReport.End.COMPLETE);
    } finally {
      interrupt.close();
    }
  }
}
