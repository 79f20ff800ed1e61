package io.consumptionledger.jdbc.internal;

import io.consumptionledger.jdbc.dialect.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A connection that is kept, so that no pool can withhold it, and on which no call takes much
 * longer than it may: each trip to the server ends when the call's time is over, also when the
 * server says nothing at all. A connection that broke is thrown away, and the next call gets
 * another one. Used by one thread.
 */
final class ReservedConnection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ReservedConnection.class.getName());

  /** A call that fails at once is tried again at once; more is the business of the next beat. */
  private static final int MOST_TRIES = 2;

  private final SessionFactory factory;
  private final SqlErrors errors;
  private final Duration timeout;
  private final PatientSource source;

  private OwnConnection own;
  private Connection connection;
  private int networkTimeout;
  private boolean isBounded;
  private boolean isClosed;
  private long deadline;

  ReservedConnection(
      DataSource dataSource, SessionFactory factory, SqlErrors errors, Duration timeout) {
    this.factory = factory;
    this.errors = errors;
    this.timeout = timeout;
    this.source = new PatientSource(dataSource);
  }

  /**
   * Gets the connection, if there is none.
   *
   * @throws io.consumptionledger.StoreException if the data source gives none in time
   */
  void open() {
    Call call = new Call("OPEN_HEARTBEAT", timeout);
    deadline = System.nanoTime() + timeout.toNanos();
    try {
      connect();
    } catch (SQLException e) {
      throw call.noConnection(e);
    }
  }

  /** Each statement by itself. */
  <T> T alone(Call call, Sessions.Work<T> work) {
    return repeat(call, replyLost -> own.statements(work, replyLost));
  }

  /** One READ COMMITTED transaction. */
  <T> T transaction(Call call, Sessions.Work<T> work) {
    return repeat(call, replyLost -> own.transaction(work, replyLost));
  }

  private interface Try<T> {
    T run(boolean replyLost) throws SQLException;
  }

  private <T> T repeat(Call call, Try<T> work) {
    if (isClosed) {
      throw new IllegalStateException("the heartbeat is closed");
    }
    deadline = System.nanoTime() + timeout.toNanos();
    boolean replyLost = false;
    for (int tries = 1; ; tries++) {
      boolean open = false;
      try {
        connect();
        open = true;
        bound(connection);
        return work.run(replyLost);
      } catch (SQLException e) {
        boolean lost = open && isUseless(e);
        if (lost) {
          abort();
        }
        boolean again = lost || (open && errors.isRetryableInOwnTransaction(e));
        replyLost |= lost;
        if (!again || tries == MOST_TRIES || left() < timeout.toNanos() / 2) {
          throw open ? call.failed(errors.withoutData(e)) : call.noConnection(e);
        }
      } catch (RuntimeException | Error e) {
        abort();
        throw e;
      }
    }
  }

  private long left() {
    return deadline - System.nanoTime();
  }

  private void connect() throws SQLException {
    if (own != null) {
      return;
    }
    connection = source.get(left());
    own = new OwnConnection(connection, factory, this::bound);
    try {
      networkTimeout = connection.getNetworkTimeout();
      isBounded = true;
      bound(connection);
    } catch (SQLFeatureNotSupportedException e) {
      isBounded = false;
      LOG.log(
          System.Logger.Level.WARNING,
          "the driver knows no network time-out, so a silent server can hold up a heartbeat");
    } catch (SQLException | RuntimeException e) {
      abort();
      throw e;
    }
  }

  /** What is left for the call is all that the next trip may take. */
  private void bound(Connection its) throws SQLException {
    long millis = TimeUnit.NANOSECONDS.toMillis(left());
    if (millis <= 0) {
      throw new SQLTimeoutException("the call has had its " + timeout);
    }
    if (isBounded) {
      its.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.min(millis, Integer.MAX_VALUE)));
    }
  }

  /** A connection on which even a roll-back failed is of no use either. */
  private boolean isUseless(SQLException error) {
    return errors.isConnectionLost(error) || error.getSuppressed().length > 0;
  }

  /** Does not wait for the server, as closing might. */
  private void abort() {
    if (own == null) {
      return;
    }
    try {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection could not be aborted", e);
    }
    own.close();
    own = null;
    connection = null;
  }

  @Override
  public void close() {
    isClosed = true;
    source.close();
    if (own == null) {
      return;
    }
    try {
      if (isBounded) {
        connection.setNetworkTimeout(Runnable::run, networkTimeout);
      }
      own.close();
      own = null;
    } catch (SQLException | RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "a connection could not be given back as it came", e);
      abort();
    }
  }
}
