package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.benchmarks.lines.Messages.Message;
import java.sql.Connection;

/** By hand: insert and update in autocommit, each with a connection of the pool. */
public final class PooledConnections extends DatabaseLine {
  /** The line. */
  public PooledConnections(Space space) {
    super("by hand, pool", space);
  }

  @Override
  public String note() {
    return "The same two statements; no connection is held while the handler runs.";
  }

  @Override
  protected Step step(int caller) {
    return () -> {
      Message message = Messages.next();
      Object token;
      try (Connection connection = pool().getConnection();
          HandStatements statements = new HandStatements(space().product(), connection)) {
        token = statements.claim(message);
      }
      try (Connection connection = pool().getConnection();
          HandStatements statements = new HandStatements(space().product(), connection)) {
        statements.settle(message, token);
      }
      return 1;
    };
  }
}
