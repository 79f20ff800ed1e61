package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Step;
import java.sql.Connection;
import java.sql.SQLException;

/** By hand, each caller with a connection for itself alone: the fastest way on few connections. */
abstract class HeldLine extends DatabaseLine {
  private final String note;

  HeldLine(String name, Space space, String note) {
    super(name, space);
    this.note = note;
  }

  @Override
  public String note() {
    return note;
  }

  @Override
  public boolean fits(int callers) {
    return callers <= space().freeConnections();
  }

  @Override
  protected int poolSize(int callers) {
    return callers;
  }

  /** One message on the connection of the caller, which is in autocommit. */
  @FunctionalInterface
  interface Work {
    int run() throws SQLException;
  }

  /** Prepares what a caller does. */
  abstract Work work(Product product, Connection connection) throws SQLException;

  @Override
  protected final Step step(int caller) throws SQLException {
    Connection connection = pool().connection();
    Work work = work(product(), connection);
    return new Step() {
      @Override
      public int run() throws SQLException {
        return work.run();
      }

      @Override
      public void close() throws SQLException {
        if (!connection.getAutoCommit()) {
          connection.rollback();
          connection.setAutoCommit(true);
        }
        connection.close();
      }
    };
  }
}
