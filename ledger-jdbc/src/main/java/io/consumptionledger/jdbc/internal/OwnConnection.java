package io.consumptionledger.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A connection of the store's own, for one try of one call. It goes back as it came: the same
 * autocommit setting, the same isolation, no transaction open.
 */
final class OwnConnection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(OwnConnection.class.getName());

  private final Connection connection;
  private final SessionFactory factory;
  private final TimeLimit limit;
  private final boolean autoCommit;

  OwnConnection(DataSource dataSource, SessionFactory factory) throws SQLException {
    this(open(dataSource), factory, TimeLimit.NONE);
  }

  /** Takes over a connection that is open; if that fails, it is closed. */
  OwnConnection(Connection connection, SessionFactory factory, TimeLimit limit)
      throws SQLException {
    this.connection = connection;
    this.factory = factory;
    this.limit = limit;
    try {
      this.autoCommit = connection.getAutoCommit();
    } catch (SQLException | RuntimeException e) {
      closeAfter(e);
      throw e;
    }
  }

  static Connection open(DataSource dataSource) throws SQLException {
    try {
      return dataSource.getConnection();
    } catch (RuntimeException e) {
      throw new SQLException("the data source failed", e);
    }
  }

  /**
   * Each statement commits; on a connection that does not do so by itself, all of them do, each
   * seeing what others have committed before it, as if they were alone.
   */
  <T> T statements(Sessions.Work<T> work, boolean replyLost) throws SQLException {
    if (autoCommit) {
      return work.run(factory.own(connection, replyLost, limit));
    }
    return transaction(work, replyLost);
  }

  /**
   * One transaction at READ COMMITTED. The isolation is set for this transaction only, by a
   * statement, so there is nothing to restore; that must come first, and a pool that tests its
   * connections without autocommit may hand them out inside a transaction.
   */
  <T> T transaction(Sessions.Work<T> work, boolean replyLost) throws SQLException {
    if (autoCommit) {
      connection.setAutoCommit(false);
    } else {
      connection.rollback();
    }
    T result =
        committed(
            session -> {
              session.first(Sql.SET_ISOLATION);
              return work.run(session);
            },
            replyLost);
    restore();
    return result;
  }

  String sessionId() throws SQLException {
    String id = factory.own(connection, false, limit).sessionId();
    if (!autoCommit) {
      connection.rollback();
    }
    return id;
  }

  private <T> T committed(Sessions.Work<T> work, boolean replyLost) throws SQLException {
    try {
      T result = work.run(factory.own(connection, replyLost, limit));
      limit.apply(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      rollBackAfter(e);
      throw e;
    }
  }

  /** Setting autocommit would commit what is left open, so it is only set after a roll-back. */
  private void rollBackAfter(Throwable error) {
    try {
      connection.rollback();
      restore();
    } catch (SQLException | RuntimeException e) {
      error.addSuppressed(e);
    }
  }

  private void restore() throws SQLException {
    if (autoCommit && !connection.getAutoCommit()) {
      connection.setAutoCommit(true);
    }
  }

  private void closeAfter(Throwable error) {
    try {
      connection.close();
    } catch (SQLException e) {
      error.addSuppressed(e);
    }
  }

  /** What was committed stands, so a failure to close is none of the call's. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection could not be closed", e);
    }
  }
}
