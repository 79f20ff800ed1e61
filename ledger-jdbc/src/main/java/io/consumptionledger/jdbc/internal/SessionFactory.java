package io.consumptionledger.jdbc.internal;

import io.consumptionledger.jdbc.dialect.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handles;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * Puts Jdbi on connections that somebody else opens, commits and closes: it only runs statements.
 * Thread-safe.
 */
final class SessionFactory implements ConnectionFactory {
  private final SqlCatalog catalog;
  private final SqlErrors errors;
  private final Jdbi jdbi;

  /** Hands one connection from {@link #session} to {@link #openConnection}, in the same thread. */
  private final ThreadLocal<Connection> next = new ThreadLocal<>();

  SessionFactory(SqlCatalog catalog, SqlErrors errors, Duration timeout) {
    this.catalog = catalog;
    this.errors = errors;
    this.jdbi = Jdbi.create(this);
    FittingStatements statements = new FittingStatements();
    jdbi.setStatementBuilderFactory(connection -> statements);
    jdbi.getConfig(Handles.class).setForceEndTransactions(false);
    jdbi.getConfig(SqlStatements.class)
        .setTemplateEngine(TemplateEngine.NOP)
        .setSqlParser(catalog)
        .setUnusedBindingAllowed(true)
        .setQueryTimeout(Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds())));
  }

  Session own(Connection connection, boolean replyLost, TimeLimit limit) {
    return session(connection, false, replyLost, limit);
  }

  Session joined(Connection callers) {
    return session(callers, true, false, TimeLimit.NONE);
  }

  /** The handle is not closed: it owns nothing, and closing is the business of who opened. */
  private Session session(
      Connection connection, boolean joined, boolean replyLost, TimeLimit limit) {
    next.set(connection);
    try {
      return new Session(jdbi.open(), catalog, errors, joined, replyLost, limit);
    } finally {
      next.remove();
    }
  }

  @Override
  public Connection openConnection() throws SQLException {
    return next.get();
  }

  @Override
  public void closeConnection(Connection connection) {
    // whoever opened it closes it
  }
}
