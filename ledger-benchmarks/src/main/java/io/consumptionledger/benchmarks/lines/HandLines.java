package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Line;
import io.consumptionledger.benchmarks.harness.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;

/** Single messages by hand. */
public final class HandLines {
  private static final String ISOLATION = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

  private HandLines() {}

  /** Claim and settle, each caller with a connection of its own. */
  public static Line held(Space space) {
    return new HeldLine(
        "by hand, a connection each",
        space,
        "INSERT and UPDATE in autocommit, by position, prepared once; a connection is held.") {
      @Override
      Work work(Product product, Connection connection) throws SQLException {
        HandStatements statements = new HandStatements(product, connection);
        return () -> {
          Message message = Messages.next();
          statements.settle(message, statements.claim(message));
          return 1;
        };
      }
    };
  }

  /** Claim and settle, each with a connection of the pool. */
  public static Line pooled(Space space) {
    return new DatabaseLine("by hand, pool", space) {
      @Override
      public String note() {
        return "The same statements on the pool; no connection is held while the handler runs.";
      }

      @Override
      protected Step step(int caller) {
        return () -> {
          Message message = Messages.next();
          Object token;
          try (Connection connection = pool().connection();
              HandStatements statements = new HandStatements(product(), connection)) {
            token = statements.claim(message);
          }
          try (Connection connection = pool().connection();
              HandStatements statements = new HandStatements(product(), connection)) {
            statements.settle(message, token);
          }
          return 1;
        };
      }
    };
  }

  /** A claim, and then the handler's row and the settling in one transaction. */
  public static Line transactional(Space space) {
    return new HeldLine(
        "by hand, claim and transaction",
        space,
        "INSERT in autocommit; then the handler's INSERT and UPDATE in one transaction.") {
      @Override
      protected void reset() throws SQLException {
        super.reset();
        Effects.reset(space());
      }

      @Override
      Work work(Product product, Connection connection) throws SQLException {
        HandStatements statements = new HandStatements(product, connection);
        PreparedStatement effect = connection.prepareStatement(Effects.INSERT);
        return () -> {
          Message message = Messages.next();
          Object token = statements.claim(message);
          connection.setAutoCommit(false);
          Effects.insert(effect, message.event());
          statements.settle(message, token);
          connection.commit();
          connection.setAutoCommit(true);
          return 1;
        };
      }
    };
  }

  /** The handler's row and the ledger's in one transaction. */
  public static Line single(Space space) {
    return new HeldLine(
        "by hand, one transaction",
        space,
        "The handler's INSERT and that of a row in SUCCEEDED in one transaction.") {
      @Override
      protected void reset() throws SQLException {
        super.reset();
        Effects.reset(space());
      }

      @Override
      Work work(Product product, Connection connection) throws SQLException {
        PreparedStatement complete = connection.prepareStatement(product.sql("complete"));
        PreparedStatement effect = connection.prepareStatement(Effects.INSERT);
        connection.setAutoCommit(false);
        return () -> {
          Message message = Messages.next();
          complete(complete, message);
          Effects.insert(effect, message.event());
          connection.commit();
          return 1;
        };
      }
    };
  }

  /** The same with what the ledger sends besides, a trip each. */
  public static Line singleGuarded(Space space) {
    return new DatabaseLine("by hand, guarded", space) {
      @Override
      public String note() {
        return "On the pool, and with what the ledger sends besides: the isolation, a savepoint and"
            + " its release, which would tell of a roll-back that nobody mentioned.";
      }

      @Override
      protected void reset() throws SQLException {
        super.reset();
        Effects.reset(space());
      }

      @Override
      protected Step step(int caller) {
        return () -> {
          Message message = Messages.next();
          try (Connection connection = pool().connection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement isolation = connection.prepareStatement(ISOLATION);
                PreparedStatement complete =
                    connection.prepareStatement(product().sql("complete"));
                PreparedStatement effect = connection.prepareStatement(Effects.INSERT)) {
              isolation.executeUpdate();
              Savepoint mark = connection.setSavepoint("by_hand");
              complete(complete, message);
              Effects.insert(effect, message.event());
              connection.releaseSavepoint(mark);
            }
            connection.commit();
            connection.setAutoCommit(true);
          }
          return 1;
        };
      }
    };
  }

  private static void complete(PreparedStatement complete, Message message) throws SQLException {
    complete.setString(1, message.event());
    complete.setLong(2, message.number());
    complete.setBytes(3, message.hash());
    HandStatements.requireOne(complete.executeUpdate());
  }
}
