package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Step;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Many messages at once, as a broker's poll gives them. */
public final class ManyLines {
  private static final int POLL = 500;

  private ManyLines() {}

  /** One statement to claim and one to settle, by hand. */
  public static Line byHand(Space space) {
    return new DatabaseLine("by hand, batches of " + POLL, space) {
      @Override
      public String note() {
        return "Keys sorted, one INSERT and one UPDATE, each its own commit; one token per batch.";
      }

      @Override
      protected int poolSize(int callers) {
        return callers;
      }

      @Override
      protected Step step(int caller) throws SQLException {
        Batches batches = product().batches(pool().connection());
        return new Step() {
          @Override
          public int run() throws SQLException {
            List<Message> messages = Messages.next(POLL);
            UUID token = UUID.randomUUID();
            requireCount(POLL, batches.claim(messages, token));
            requireCount(POLL, batches.settle(messages, token));
            return POLL;
          }

          @Override
          public void close() throws SQLException {
            batches.close();
          }
        };
      }
    };
  }

  /** The ledger's call for many deliveries. */
  public static Line consumeAll(Space space) {
    return new LedgerLine(
        "consumeAll of " + POLL,
        space,
        "As by default.",
        ConsumptionMode.LEASED,
        Batching.NATURAL,
        Messages::next,
        Acknowledged.PROCESSED) {
      @Override
      protected Step step(int caller) {
        Outcome processed = new Outcome.Acknowledge(Acknowledged.PROCESSED);
        return () -> {
          List<Outcome> outcomes =
              Switches.consumeAll(
                  ledger(), Messages.next(POLL).stream().map(Message::delivery).toList());
          requireCount(POLL, outcomes.size());
          outcomes.forEach(outcome -> require(processed, outcome));
          return POLL;
        };
      }
    };
  }

  static void requireCount(int wanted, int count) {
    if (count != wanted) {
      throw new IllegalStateException(count + " of " + wanted + " rows");
    }
  }
}
