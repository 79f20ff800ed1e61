package io.consumptionledger.jdbc.internal;

import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.JdbcTransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.TransactionRunner.Isolation;
import io.consumptionledger.jdbc.dialect.SqlErrors;
import io.consumptionledger.spi.TransactionVerbs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Puts what a handler writes into the transaction that its settle takes part in. */
final class JdbcTransactions implements TransactionVerbs {
  /** Of all stores: their handlers may consume in each other's transactions. */
  private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

  private final TransactionRunner runner;
  private final Sessions sessions;
  private final SqlErrors errors;

  JdbcTransactions(TransactionRunner runner, Sessions sessions, SqlErrors errors) {
    this.runner = runner;
    this.sessions = sessions;
    this.errors = errors;
  }

  @Override
  public boolean hasTransactions() {
    return true;
  }

  @Override
  public boolean inCallerTransaction() {
    return runner.current().isPresent();
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws Exception {
    Optional<Connection> callers = runner.current();
    if (callers.isPresent()) {
      return marked(callers.get(), work);
    }
    try {
      AtomicBoolean begun = new AtomicBoolean();
      if (runner instanceof JdbcTransactionRunner own && sessions.sendsTogether()) {
        return together(own, work);
      }
      return runner.inTransaction(
          connection -> {
            if (!begun.compareAndSet(false, true)) {
              throw new IllegalStateException(
                  "the transaction runner does the work again after a failure; it must not, since"
                      + " the ledger judges failures and counts the starts of a handler");
            }
            return inNew(connection, work);
          });
    } catch (SQLException e) {
      throw errors.withoutData(e);
    }
  }

  /** The runner lets the store send the COMMIT, so that what makes sure of the mark goes along. */
  private <T> T together(JdbcTransactionRunner own, Work<T> work) throws Exception {
    Ahead ahead = new Ahead();
    try {
      return own.inTransaction(
          connection -> {
            Sessions.requireTransaction(connection);
            TravellingMark mark = new TravellingMark(ahead, sessions.together(connection, ahead));
            return work.run(new GuardedTransaction(connection, errors, mark));
          },
          connection -> sessions.commit(connection, ahead));
    } finally {
      sessions.notTogether();
    }
  }

  private <T> T inNew(Connection connection, Work<T> work) throws Exception {
    if (runner.current().isEmpty()) {
      throw new IllegalStateException(
          "the transaction runner does not name the connection of the transaction it began as the"
              + " current one, so the settle cannot take part in it");
    }
    if (runner.isolation() == Isolation.READ_COMMITTED) {
      sessions.readCommitted(connection);
    }
    return marked(connection, work);
  }

  private <T> T marked(Connection connection, Work<T> work) throws Exception {
    int depth = DEPTH.get();
    GuardedTransaction transaction = begin(connection, depth);
    DEPTH.set(depth + 1);
    try {
      return work.run(transaction);
    } finally {
      DEPTH.set(depth);
    }
  }

  private GuardedTransaction begin(Connection connection, int depth) {
    try {
      Sessions.requireTransaction(connection);
      return new GuardedTransaction(connection, errors, Mark.at(connection, depth));
    } catch (SQLException e) {
      throw new StoreException(
          "the transaction cannot be used: SQLState "
              + e.getSQLState()
              + ", vendor code "
              + e.getErrorCode(),
          errors.withoutData(e));
    }
  }
}
