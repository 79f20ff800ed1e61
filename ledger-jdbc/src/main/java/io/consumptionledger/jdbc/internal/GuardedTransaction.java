package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.jdbc.dialect.SqlErrors;
import io.consumptionledger.spi.StoreTransaction;
import io.consumptionledger.spi.TransactionLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Optional;

/**
 * One run's part of a transaction. A savepoint marks where it began: whatever rolls the transaction
 * back, or ends it, takes the savepoint with it, and nobody can hide that.
 */
final class GuardedTransaction implements StoreTransaction {
  private static final System.Logger LOG = System.getLogger(GuardedTransaction.class.getName());

  private final Connection connection;
  private final SqlErrors errors;
  private final ConnectionGuard guard;
  private final Savepoint mark;

  GuardedTransaction(Connection connection, SqlErrors errors) throws SQLException {
    this.connection = connection;
    this.errors = errors;
    this.guard = new ConnectionGuard(connection, errors::spoilsTransaction);
    this.mark = connection.setSavepoint();
  }

  @Override
  public <R> Optional<R> unwrap(Class<R> type) {
    return type == Connection.class ? Optional.of(type.cast(guard.connection())) : Optional.empty();
  }

  @Override
  public void requireIntact() {
    guard.close();
    SQLException hidden = guard.spoiledBy();
    if (hidden != null) {
      throw new TransactionLostException(
          "the handler hid an error after which its transaction must not be committed: "
              + codes(hidden),
          errors.withoutData(hidden));
    }
    try {
      connection.releaseSavepoint(mark);
    } catch (SQLException e) {
      throw lost(e);
    }
  }

  /**
   * That there is no such savepoint is not the error that did it, and must not be judged as if it
   * were.
   */
  private TransactionLostException lost(SQLException e) {
    boolean passing =
        errors
            .classify(e)
            .map(Classification::errorClass)
            .filter(ErrorClass.RETRYABLE::equals)
            .isPresent();
    SQLException seen = guard.lastError();
    TransactionLostException lost =
        new TransactionLostException(
            "the transaction was rolled back, ended or spoiled while the handler ran, and the handler"
                + " hid it: "
                + codes(e)
                + (seen == null ? "" : "; the last error that the handler saw was " + codes(seen)),
            passing ? errors.withoutData(e) : null);
    if (!passing) {
      lost.addSuppressed(errors.withoutData(e));
    }
    return lost;
  }

  private static String codes(SQLException e) {
    return "SQLState " + e.getSQLState() + ", vendor code " + e.getErrorCode();
  }

  @Override
  public boolean undo() {
    guard.close();
    try {
      connection.rollback(mark);
      connection.releaseSavepoint(mark);
      return true;
    } catch (SQLException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "what a handler did in its caller''s transaction could not be undone: {0}",
          codes(e));
      return false;
    }
  }
}
