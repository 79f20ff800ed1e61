package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.Batching;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Pool;
import io.consumptionledger.benchmarks.database.Rows;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Table;
import java.sql.SQLException;

/**
 * LEASED on tables of its own: with many finished rows, which are made once and stay, or after much
 * churn under the eyes of a snapshot, which is made anew for each round.
 */
public final class GrowthLine extends LedgerLine {
  private static final long CHURN_CHUNK = 5_000;
  private static final long RETRIED_IN_CHUNK = 500;

  private final long finished;
  private final long churn;
  private final String prefix;
  private Rows rows;
  private Pool snapshots;

  private GrowthLine(String name, Space space, String note, long finished, long churn) {
    super(
        name,
        space,
        note,
        ConsumptionMode.LEASED,
        Batching.NATURAL,
        Messages::next,
        Acknowledged.PROCESSED);
    this.finished = finished;
    this.churn = churn;
    this.prefix = "g" + finished + "_" + churn + "_";
  }

  /** With finished rows. */
  public static GrowthLine grown(Space space, long finished) {
    return new GrowthLine(Table.count(finished) + " finished rows", space, "", finished, 0);
  }

  /** After churn, with a snapshot that was taken before it still open. */
  public static GrowthLine churned(Space space, long churn) {
    return new GrowthLine(
        Table.count(churn) + " rows of churn, snapshot open",
        space,
        "Rows were claimed, a tenth sent to retry, and settled, while a transaction that began"
            + " before them stays open, so that no version of a row can be removed.",
        FINISHED_ROWS,
        churn);
  }

  @Override
  String prefix() {
    return prefix;
  }

  @Override
  protected void reset() throws SQLException {
    if (churn > 0) {
      rows = space().tables(prefix);
      rows.reset(finished);
      snapshots = space().pool(1);
      product().beginSnapshot(snapshots.connection()); // its connection goes with the pool
      churn();
    } else if (rows == null) {
      rows = space().tables(prefix);
      rows.reset(finished);
    }
  }

  private void churn() throws SQLException {
    String retry = product().sql("churn-retry");
    String settle = product().sql("churn-settle");
    for (long first = 1; first <= churn; first += CHURN_CHUNK) {
      long last = Math.min(churn, first + CHURN_CHUNK - 1);
      rows.claimed(first, last);
      rows.run(retry, first, Math.min(last, first + RETRIED_IN_CHUNK - 1));
      rows.run(settle, first, last);
    }
  }

  @Override
  public void close() throws SQLException {
    if (snapshots != null) {
      snapshots.close();
      snapshots = null;
    }
    super.close();
  }
}
