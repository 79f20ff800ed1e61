package io.consumptionledger.jdbc.internal;

import io.consumptionledger.jdbc.dialect.SqlErrors;
import java.sql.Connection;
import java.time.Duration;

/** Runs statements on connections that somebody else opens, commits and closes. Thread-safe. */
final class SessionFactory {
  private final SqlCatalog catalog;
  private final SqlErrors errors;
  private final int timeoutSeconds;
  private final boolean together;

  /**
   * A factory.
   *
   * @param together whether several statements can travel in one text
   */
  SessionFactory(SqlCatalog catalog, SqlErrors errors, Duration timeout, boolean together) {
    this.catalog = catalog;
    this.errors = errors;
    this.timeoutSeconds = Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds()));
    this.together = together;
  }

  boolean sendsTogether() {
    return together;
  }

  Session own(Connection connection, boolean replyLost, TimeLimit limit) {
    return new Session(
        connection,
        catalog,
        errors,
        timeoutSeconds,
        false,
        replyLost,
        limit,
        together ? new Ahead() : null);
  }

  /**
   * Takes part in a transaction.
   *
   * @param ahead what waits there, or null
   */
  Session joined(Connection callers, Ahead ahead) {
    return new Session(
        callers, catalog, errors, timeoutSeconds, true, false, TimeLimit.NONE, ahead);
  }
}
