package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Tenant;
import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Rows;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Pace;
import io.consumptionledger.benchmarks.harness.Result;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;

/** Rows that are due among finished ones: claiming them all, with their content. */
public final class DueLines {
  private static final int BATCH = 100;
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration UNTIL_DONE = Duration.ofMinutes(10);

  private DueLines() {}

  private abstract static class Due extends DatabaseLine {
    private final long finished;
    private final long due;

    Due(String name, Space space, long finished, long due) {
      super(name, space);
      this.finished = finished;
      this.due = due;
    }

    @Override
    protected void reset() throws SQLException {
      Rows rows = space().tables("");
      rows.reset(finished);
      rows.due(due);
      rows.analyze();
    }

    /** Until nothing is due any more, without warm-up. */
    @Override
    public Result run(int callers, Pace pace) throws Exception {
      Result result = super.run(callers, new Pace(Duration.ZERO, UNTIL_DONE));
      if (result.messages() != due) {
        throw new IllegalStateException(result.messages() + " of " + due + " were claimed");
      }
      return result;
    }
  }

  /** By hand. */
  public static Line byHand(Space space, long finished, long due) {
    return new Due("by hand", space, finished, due) {
      @Override
      public String note() {
        return "Locks, claims and reads " + BATCH + " at a time, skipping locked rows.";
      }

      @Override
      protected Step step(int caller) throws SQLException {
        Batches batches = product().batches(pool().connection());
        return new Step() {
          @Override
          public int run() throws SQLException {
            int count = batches.claimDue(BATCH, UUID.randomUUID());
            return count == 0 ? FINISHED : count;
          }

          @Override
          public void close() throws SQLException {
            batches.close();
          }
        };
      }
    };
  }

  /** The store's CLAIM_DUE. */
  public static Line ledger(Space space, long finished, long due) {
    return new Due("CLAIM_DUE", space, finished, due) {
      private final Node node = Node.start("bench");
      private LedgerStore store;

      @Override
      public String note() {
        return "The same through the store; each row gets a token of its own, hashes are compared.";
      }

      @Override
      public void prepare(int callers) throws Exception {
        super.prepare(callers);
        store = Switches.store(pool().source(), "");
      }

      @Override
      protected Step step(int caller) {
        return () -> {
          int count =
              store
                  .claimDue(
                      Tenant.DEFAULT,
                      Messages.HANDLER,
                      Stream.generate(ClaimToken::random).limit(BATCH).toList(),
                      node,
                      LEASE)
                  .size();
          return count == 0 ? Step.FINISHED : count;
        };
      }
    };
  }
}
