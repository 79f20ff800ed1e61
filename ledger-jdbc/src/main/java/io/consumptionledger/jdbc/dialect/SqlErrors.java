package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClassifier;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Asks a dialect about an exception and everything behind it: causes and chained exceptions, the
 * outermost first, each once, up to a bound. Thread-safe.
 */
public final class SqlErrors implements ErrorClassifier {
  private static final int MOST = 100;

  private final Dialect dialect;

  /**
   * Asks this dialect.
   *
   * @param dialect the dialect; not null
   */
  public SqlErrors(Dialect dialect) {
    this.dialect = Objects.requireNonNull(dialect, "dialect");
  }

  @Override
  public Optional<Classification> classify(Throwable error) {
    return in(error).stream().map(dialect::classify).flatMap(Optional::stream).findFirst();
  }

  /**
   * Whether an insert met a row with the same key.
   *
   * @param error what was thrown
   * @return true if so
   */
  public boolean isDuplicateKey(Throwable error) {
    return any(error, dialect::isDuplicateKey);
  }

  /**
   * Whether the same work can succeed in a new transaction of the store's own.
   *
   * @param error what was thrown
   * @return true if so
   */
  public boolean isRetryableInOwnTransaction(Throwable error) {
    return any(error, dialect::isRetryableInOwnTransaction);
  }

  /**
   * Whether it is unknown what became of the statement or commit under way.
   *
   * @param error what was thrown
   * @return true if so
   */
  public boolean isConnectionLost(Throwable error) {
    return any(error, dialect::isConnectionLost);
  }

  /**
   * Whether a transaction in which this was met must not be committed.
   *
   * @param error what was thrown
   * @return true if so
   */
  public boolean spoilsTransaction(Throwable error) {
    return any(error, dialect::spoilsTransaction);
  }

  /**
   * Whether an error says that a savepoint, or the transaction it was set in, is gone.
   *
   * @param error what was thrown
   * @return true if so
   */
  public boolean isSavepointGone(Throwable error) {
    return any(error, dialect::isSavepointGone);
  }

  /**
   * Whether a statement was refused because its values are too large.
   *
   * @param error what was thrown
   * @return true if so
   */
  public boolean isTooLarge(Throwable error) {
    return any(error, dialect::isTooLarge);
  }

  /**
   * The same error without any text that may quote what was to be stored.
   *
   * @param error what was thrown
   * @return the error itself, or a copy with its codes only
   */
  public SQLException withoutData(SQLException error) {
    if (!any(error, dialect::quotesData)) {
      return error;
    }
    SQLException clean =
        new SQLException(
            "the text of this error may quote data and is left out",
            error.getSQLState(),
            error.getErrorCode());
    clean.setStackTrace(error.getStackTrace());
    return clean;
  }

  private static boolean any(Throwable error, Predicate<SQLException> question) {
    return in(error).stream().anyMatch(question);
  }

  private static List<SQLException> in(Throwable error) {
    List<SQLException> found = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>();
    open.add(error);
    while (!open.isEmpty() && seen.size() < MOST) {
      Throwable next = open.poll();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof SQLException sql) {
        found.add(sql);
        if (sql.getNextException() != null) {
          open.add(sql.getNextException());
        }
      }
      if (next.getCause() != null) {
        open.add(next.getCause());
      }
    }
    return found;
  }
}
