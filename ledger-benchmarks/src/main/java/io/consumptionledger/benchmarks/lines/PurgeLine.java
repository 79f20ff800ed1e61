package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Tenant;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Rows;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Callers;
import io.consumptionledger.benchmarks.harness.Pace;
import io.consumptionledger.benchmarks.harness.Result;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** Live traffic on a table of old rows, and one more thread that may purge these. */
public final class PurgeLine extends LedgerLine {
  private static final int OLD_DAYS = 30;
  private static final Duration RETENTION = Duration.ofDays(7);
  private static final int PAGE = 500;
  private static final Set<ConsumptionState> FINAL =
      EnumSet.of(ConsumptionState.SUCCEEDED, ConsumptionState.DISCARDED);

  /** Who is counted. */
  private enum Counted {
    TRAFFIC_ALONE,
    TRAFFIC,
    PURGED
  }

  private final long oldRows;
  private final Counted counted;

  private PurgeLine(String name, Space space, String note, long oldRows, Counted counted) {
    super(
        name,
        space,
        note,
        ConsumptionMode.LEASED,
        Batching.NATURAL,
        Messages::next,
        Acknowledged.PROCESSED);
    this.oldRows = oldRows;
    this.counted = counted;
  }

  /** The traffic without a purge. */
  public static PurgeLine alone(Space space, long oldRows) {
    return new PurgeLine("LEASED, no purge", space, "", oldRows, Counted.TRAFFIC_ALONE);
  }

  /** The traffic while rows are purged. */
  public static PurgeLine traffic(Space space, long oldRows) {
    return new PurgeLine(
        "LEASED, beside a purge",
        space,
        "One more thread purges without a pause, " + PAGE + " rows a commit.",
        oldRows,
        Counted.TRAFFIC);
  }

  /** The rows that are purged beside the traffic. */
  public static PurgeLine purged(Space space, long oldRows) {
    return new PurgeLine(
        "rows purged beside LEASED", space, "The same, seen from there.", oldRows, Counted.PURGED);
  }

  @Override
  protected void reset() throws SQLException {
    Rows rows = space().tables("");
    rows.reset(0);
    rows.finished(oldRows, OLD_DAYS);
    rows.analyze();
  }

  @Override
  public Result run(int callers, Pace pace) throws Exception {
    if (counted == Counted.TRAFFIC_ALONE) {
      return super.run(callers, pace);
    }
    return Callers.run(
        space(),
        callers + 1,
        pace,
        i -> i == 0 ? purger() : counted == Counted.TRAFFIC ? step(i) : uncounted(step(i)));
  }

  private static Step uncounted(Step step) {
    return () -> {
      step.run();
      return 0;
    };
  }

  private Step purger() {
    LedgerStore store = ledger().store();
    return new Step() {
      private PurgeCursor cursor;

      @Override
      public int run() {
        PurgeResult result =
            store.purge(Tenant.DEFAULT, Messages.HANDLER, FINAL, RETENTION, cursor, PAGE);
        cursor = result.next();
        if (cursor == null) {
          return FINISHED;
        }
        return counted == Counted.PURGED ? result.deleted() : 0;
      }
    };
  }
}
