package io.consumptionledger.cli.command;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.cli.base.Exit;
import io.consumptionledger.cli.base.Interrupt;
import io.consumptionledger.cli.base.LedgerCommand;
import io.consumptionledger.cli.output.Report;
import io.consumptionledger.operations.ReplayOptions;
import io.consumptionledger.operations.ReplayReport;
import io.consumptionledger.operations.ReplayRun;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an approved replay. */
@Command(
    name = "run",
    description =
        "Schedules the rows of an approved request, held to a rate and to a bound of rows in flight."
            + " Rows that have changed since are left alone. Ctrl-C stops it after the row at hand;"
            + " run it again to go on. No row is ever scheduled twice.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ledger replay run 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --dry-run",
      "  ledger replay run 0b0e7f5c-6d0f-4a57-9c43-1d2f3c4b5a69 --rate 20 --in-flight 50 --in-order"
    })
final class ReplayRunCommand extends LedgerCommand {
  private static final double SLOWEST = 0.01;
  private static final int FASTEST = 10_000;
  private static final int MOST_IN_FLIGHT = 1_000;
  private static final int MOST_PATIENCE_DAYS = 365;
  private static final Duration MOST_PATIENCE = Duration.ofDays(MOST_PATIENCE_DAYS);

  @Parameters(
      paramLabel = "REQUEST",
      converter = RequestId.class,
      description = "The request's id.")
  private UUID id;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many rows a second at the most, 0.01 to 10000 (default: 50).")
  private double rate;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "How many rows may be scheduled and not settled yet, up to 1000 (default: 100).")
  private int inFlight;

  @Option(
      names = "--in-order",
      description =
          "Rows behind an earlier one of this request wait for it, so that an aggregate is replayed"
              + " in its order; otherwise they are left as blocked.")
  private boolean inOrder;

  @Option(names = "--dry-run", description = "Only tells what would become of each row.")
  private boolean dryRun;

  @Option(
      names = "--patience",
      paramLabel = "SPAN",
      converter = Moments.Span.class,
      defaultValue = "10m",
      description = "How long to wait while no row in flight is settled (default: 10m).")
  private Duration patience;

  @Override
  protected Work prepare(Tenant tenant) {
    Within.check("--rate", rate, SLOWEST, FASTEST);
    Within.check("--in-flight", inFlight, 1, MOST_IN_FLIGHT);
    if (patience.isZero() || patience.compareTo(MOST_PATIENCE) > 0) {
      throw new InvalidFieldException(
          "--patience", "must be from 1s to " + MOST_PATIENCE_DAYS + "d");
    }
    ReplayOptions plain =
        ReplayOptions.DEFAULT
            .perSecond(rate)
            .inFlight(inFlight)
            .waiting(patience, ReplayOptions.DEFAULT.look());
    ReplayOptions ordered = inOrder ? plain.asOrdered() : plain;
    ReplayOptions options = dryRun ? ordered.asDryRun() : ordered;
    return desk -> {
      ReplayRun run = desk.operations().replays().run(tenant, id, desk.operator(), options);
      Interrupt interrupt = Interrupt.stopping(run::stop);
      try {
        ReplayReport done = run.execute();
        print(report(done));
        return exit(done);
      } finally {
        interrupt.close();
      }
    };
  }

  private Report report(ReplayReport done) {
    List<ReplayItem> left =
        done.items().stream().filter(item -> item.outcome() != ReplayOutcome.SCHEDULED).toList();
    Report report =
        new Report()
            .value("end", done.end())
            .value("state", done.request().state())
            .value("progress", ReplayStatusCommand.progress(done.progress()))
            .table(
                "notScheduled",
                dryRun ? "Would not be scheduled" : "Not scheduled",
                Views.REPLAY_ITEM,
                left,
                null)
            .value("problem", done.problem())
            .note(done.end() + ": " + done.progress());
    return done.problem() == null ? report : report.note(done.problem());
  }

  private static Exit exit(ReplayReport done) {
    boolean allScheduled =
        done.items().stream().allMatch(item -> item.outcome() == ReplayOutcome.SCHEDULED);
    return switch (done.end()) {
      case DRY_RUN -> Exit.of(allScheduled);
      case COMPLETE ->
          Exit.of(done.progress().of(ReplayOutcome.SCHEDULED) == done.request().count());
      case STORE_FAILED -> Exit.UNAVAILABLE;
      default -> Exit.NOT_ALL;
    };
  }
}
