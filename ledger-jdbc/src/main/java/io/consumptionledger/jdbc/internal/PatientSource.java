package io.consumptionledger.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Gets connections without waiting longer than the caller will, whatever the data source does: a
 * thread of its own waits, and a connection that comes too late is there for the next call. Used by
 * one thread.
 */
final class PatientSource implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PatientSource.class.getName());

  private final DataSource dataSource;
  private CompletableFuture<Connection> coming;

  PatientSource(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * A connection.
   *
   * @param nanos how long to wait
   * @throws SQLException if there is none, or none yet
   */
  Connection get(long nanos) throws SQLException {
    if (coming == null) {
      coming = ask();
    }
    try {
      Connection connection = coming.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      coming = null;
      return connection;
    } catch (TimeoutException e) {
      throw new SQLTimeoutException("the data source gave no connection in time", e);
    } catch (ExecutionException e) {
      coming = null;
      throw e.getCause() instanceof SQLException sql
          ? sql
          : new SQLException("the data source failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while waiting for a connection", e);
    }
  }

  private CompletableFuture<Connection> ask() {
    CompletableFuture<Connection> answer = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                answer.complete(OwnConnection.open(dataSource));
              } catch (Throwable e) {
                answer.completeExceptionally(e);
              }
            },
            "ledger-heartbeat-connection");
    waiting.setDaemon(true);
    waiting.start();
    return answer;
  }

  /** Who does not wait any more still gives back what comes. */
  @Override
  public void close() {
    if (coming != null) {
      coming.thenAccept(PatientSource::giveBack);
      coming = null;
    }
  }

  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection could not be closed", e);
    }
  }
}
