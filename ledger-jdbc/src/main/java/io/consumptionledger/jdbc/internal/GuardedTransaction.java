package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.dialect.SqlErrors;
import io.consumptionledger.spi.StoreTransaction;
import io.consumptionledger.spi.TransactionLostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One run's part of a transaction. A savepoint marks where it began: whatever rolls the transaction
 * back, or ends it, takes the savepoint with it, and nobody can hide that.
 */
final class GuardedTransaction implements StoreTransaction {
  private static final System.Logger LOG = System.getLogger(GuardedTransaction.class.getName());

  private final SqlErrors errors;
  private final ConnectionGuard guard;
  private final Mark mark;

  GuardedTransaction(Connection connection, SqlErrors errors, Mark mark) {
    this.errors = errors;
    this.guard = new ConnectionGuard(connection, errors::spoilsTransaction);
    this.mark = mark;
  }

  /** In a transaction whose statements travel together. */
  GuardedTransaction(Connection connection, SqlErrors errors, TravellingMark mark) {
    this(connection, errors, (Mark) mark);
    mark.judgedBy(this::throwIfLost);
  }

  @Override
  public void beforeHandler() {
    try {
      mark.set();
    } catch (SQLException e) {
      throw new StoreException(
          "the transaction could not be begun: " + codes(e), errors.withoutData(e));
    }
  }

  @Override
  public <R> Optional<R> unwrap(Class<R> type) {
    if (type != Connection.class) {
      return Optional.empty();
    }
    beforeHandler();
    return Optional.of(type.cast(guard.connection()));
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
      mark.release();
    } catch (SQLException e) {
      throw lost(e);
    }
  }

  private void throwIfLost(SQLException e) {
    if (errors.isSavepointGone(e)) {
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
      mark.undo();
      return true;
    } catch (SQLException e) {
      return notUndone(codes(e));
    } catch (TransactionLostException e) { // it waited to be released
      return notUndone(e.getMessage());
    }
  }

  private static boolean notUndone(String reason) {
    LOG.log(
        System.Logger.Level.DEBUG,
        "what a handler did in its caller''s transaction could not be undone: {0}",
        reason);
    return false;
  }
}
