package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.benchmarks.lines.Messages.Message;
import java.sql.Connection;
import java.sql.SQLException;

/** By hand: insert and update in autocommit, each caller with a connection for itself alone. */
public final class HeldConnections extends DatabaseLine {
  /** The line. */
  public HeldConnections(Space space) {
    super("by hand, a connection per caller", space);
  }

  @Override
  public String note() {
    return "Two autocommit statements by position, prepared once; each caller holds a connection.";
  }

  @Override
  public boolean fits(int callers) {
    return callers <= space().freeConnections();
  }

  @Override
  protected int poolSize(int callers) {
    return callers;
  }

  @Override
  protected Step step(int caller) throws Exception {
    Connection connection = pool().getConnection();
    HandStatements statements = new HandStatements(space().product(), connection);
    return new Step() {
      @Override
      public int run() throws Exception {
        Message message = Messages.next();
        statements.settle(message, statements.claim(message));
        return 1;
      }

      @Override
      public void close() throws SQLException {
        statements.close();
        connection.close();
      }
    };
  }
}
