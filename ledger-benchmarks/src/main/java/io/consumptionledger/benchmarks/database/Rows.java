package io.consumptionledger.benchmarks.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The rows of one set of the ledger's tables, made on the server. */
public final class Rows {
  private static final String TABLE = "event_consumption";
  private static final long CHUNK = 500_000;

  private final Space space;
  private final String prefix;

  Rows(Space space, String prefix) {
    this.space = space;
    this.prefix = prefix;
  }

  /** What the tables' names begin with. */
  public String prefix() {
    return prefix;
  }

  /**
   * Leaves nothing but finished rows.
   *
   * @param count how many
   */
  public void reset(long count) throws SQLException {
    space.execute("TRUNCATE TABLE " + prefix + TABLE);
    finished(count, 0);
    analyze();
  }

  /**
   * Adds finished rows.
   *
   * @param count how many
   * @param days when they were settled
   */
  public void finished(long count, int days) throws SQLException {
    String sql = space.product().sql("fill");
    run(sql, 1, count, days, days);
  }

  /** Adds rows that are due. */
  public void due(long count) throws SQLException {
    run(space.product().sql("fill-due"), 1, count);
  }

  /** Adds claimed rows, whose token is their number. */
  public void claimed(long first, long last) throws SQLException {
    run(space.product().sql("fill-claimed"), first, last);
  }

  /** Runs a statement whose last two parameters are the numbers of rows. */
  public void run(String sql, long first, long last, int... before) throws SQLException {
    try (Connection connection = space.connection();
        PreparedStatement statement =
            connection.prepareStatement(sql.replace(TABLE, prefix + TABLE))) {
      for (int i = 0; i < before.length; i++) {
        statement.setInt(i + 1, before[i]);
      }
      for (long from = first; from <= last; from += CHUNK) {
        statement.setLong(before.length + 1, from);
        statement.setLong(before.length + 2, Math.min(last, from + CHUNK - 1));
        statement.executeUpdate();
      }
    }
  }

  /** Lets the planner know. */
  public void analyze() throws SQLException {
    space.execute(space.product().analyze(prefix + TABLE));
  }
}
