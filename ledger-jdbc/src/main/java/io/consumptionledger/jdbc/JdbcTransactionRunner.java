package io.consumptionledger.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Transactions on plain JDBC: a connection from a data source, bound to the thread while the work
 * runs. Knows only transactions that it runs itself. Thread-safe.
 */
public final class JdbcTransactionRunner implements TransactionRunner {
  private final DataSource dataSource;
  private final ThreadLocal<Connection> open = new ThreadLocal<>();

  /**
   * Takes connections from a data source.
   *
   * @param dataSource the data source; not null
   */
  public JdbcTransactionRunner(DataSource dataSource) {
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
  }

  @Override
  public Optional<Connection> current() {
    return Optional.ofNullable(open.get());
  }

  @Override
  public Isolation isolation() {
    return Isolation.READ_COMMITTED;
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws Exception {
    Connection current = open.get();
    return current == null ? inTransaction(work, Connection::commit) : work.run(current);
  }

  /** How a transaction is committed. */
  @FunctionalInterface
  public interface Commit {
    /**
     * Commits.
     *
     * @param connection the transaction's connection
     * @throws SQLException if that failed, or may have
     */
    void commit(Connection connection) throws SQLException;
  }

  /**
   * Runs work in a new transaction that is committed in the caller's way, so that its last
   * statements can travel with the COMMIT. Meant for stores.
   *
   * @param work the work; the calling thread must have no transaction open
   * @param commit commits when the work has returned; if it throws, the transaction is rolled back
   * @param <T> what the work returns
   * @return what it returned
   * @throws Exception what one of them threw
   */
  public <T> T inTransaction(Work<T> work, Commit commit) throws Exception {
    if (open.get() != null) {
      throw new IllegalStateException("the calling thread has a transaction open already");
    }
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      if (autoCommit) {
        connection.setAutoCommit(false);
      } else {
        connection.rollback(); // a pool that tests its connections may have begun one
      }
      T result = run(connection, work, commit, autoCommit);
      connection.setAutoCommit(autoCommit);
      return result;
    }
  }

  /** When even the roll-back fails, autocommit stays off: setting it could commit what is left. */
  private <T> T run(Connection connection, Work<T> work, Commit commit, boolean autoCommit)
      throws Exception {
    open.set(connection);
    try {
      T result = work.run(connection);
      commit.commit(connection);
      return result;
    } catch (Exception | Error e) {
      try {
        connection.rollback();
        connection.setAutoCommit(autoCommit);
      } catch (SQLException also) {
        e.addSuppressed(also);
      }
      throw e;
    } finally {
      open.remove();
    }
  }
}
