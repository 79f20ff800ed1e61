package io.consumptionledger.jdbc.internal;

import io.consumptionledger.jdbc.dialect.SqlErrors;
import java.sql.Connection;
import java.time.Duration;

/** Runs statements on connections that somebody else opens, commits and closes. Thread-safe. */
final class SessionFactory {
  private final SqlCatalog catalog;
  private final SqlErrors errors;
  private final int timeoutSeconds;

  SessionFactory(SqlCatalog catalog, SqlErrors errors, Duration timeout) {
    this.catalog = catalog;
    this.errors = errors;
    this.timeoutSeconds = Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds()));
  }

  Session own(Connection connection, boolean replyLost, TimeLimit limit) {
    return new Session(connection, catalog, errors, timeoutSeconds, false, replyLost, limit);
  }

  Session joined(Connection callers) {
    return new Session(callers, catalog, errors, timeoutSeconds, true, false, TimeLimit.NONE);
  }
}
