package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Pool;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Callers;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Pace;
import io.consumptionledger.benchmarks.harness.Result;
import io.consumptionledger.benchmarks.harness.Step;
import java.sql.SQLException;

/** Callers on a pool of connections, beginning with a table of finished rows. */
public abstract class DatabaseLine implements Line {
  /** How many finished rows there are when a round begins. */
  protected static final long FINISHED_ROWS = 10_000;

  private final String name;
  private final Space space;
  private Pool pool;

  /**
   * A line.
   *
   * @param name its name
   * @param space where it runs
   */
  protected DatabaseLine(String name, Space space) {
    this.name = name;
    this.space = space;
  }

  @Override
  public final String name() {
    return name;
  }

  /** Where it runs. */
  protected final Space space() {
    return space;
  }

  /** What the server is. */
  protected final Product product() {
    return space.product();
  }

  /** Its pool; open from prepare to close. */
  protected final Pool pool() {
    return pool;
  }

  @Override
  public void prepare(int callers) throws Exception {
    reset();
    pool = space.pool(poolSize(callers));
  }

  /** Brings the tables to where a round begins. */
  protected void reset() throws SQLException {
    space.tables("").reset(FINISHED_ROWS);
  }

  /** How many connections there are. */
  protected int poolSize(int callers) {
    return space.poolSize();
  }

  @Override
  public Result run(int callers, Pace pace) throws Exception {
    return Callers.run(space, callers, pace, this::started);
  }

  /** What one caller does, or why it cannot. */
  protected final Step started(int caller) {
    try {
      return step(caller);
    } catch (SQLException e) {
      throw new IllegalStateException(name + " does not start", e);
    }
  }

  /** What one caller does. */
  protected abstract Step step(int caller) throws SQLException;

  @Override
  public void close() throws SQLException {
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }
}
