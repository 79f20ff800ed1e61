package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.TransactionRunner;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.SqlErrors;
import io.consumptionledger.spi.Content;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Where calls get their connection, and what happens when it fails them. Work on a connection of
 * the store's own is done again, a bounded number of times, when the database rolled it back for a
 * passing reason or when the reply got lost; so it must be able to find out what an earlier try
 * did. Work on the caller's connection is done once. Thread-safe.
 */
final class Sessions {
  private static final System.Logger LOG = System.getLogger(Sessions.class.getName());

  /** What is kept of content that is too large. */
  static final int KEPT_BYTES = 64 << 10;

  private static final int MOST_TRIES = 8;
  private static final long FIRST_PAUSE_MICROS = 2_000;

  private final DataSource dataSource;
  private final TransactionRunner transactions;
  private final Dialect dialect;
  private final SqlCatalog catalog;
  private final SqlErrors errors;
  private final SessionFactory factory;
  private final Duration timeout;
  private final ThreadLocal<Ahead> ahead = new ThreadLocal<>();

  Sessions(
      DataSource dataSource,
      TransactionRunner transactions,
      Dialect dialect,
      SqlCatalog catalog,
      Duration timeout) {
    this.dataSource = dataSource;
    this.transactions = transactions;
    this.dialect = dialect;
    this.catalog = catalog;
    this.errors = new SqlErrors(dialect);
    this.factory = new SessionFactory(catalog, errors, timeout, dialect.sendsTogether());
    this.timeout = timeout;
  }

  /** What a call does on a connection. */
  @FunctionalInterface
  interface Work<T> {
    T run(Session session) throws SQLException;
  }

  /** On a connection of its own, each statement by itself. */
  <T> T alone(Call call, Work<T> work) {
    return repeat(call, work, OwnConnection::statements);
  }

  /** On a connection of its own, in one READ COMMITTED transaction. */
  <T> T transaction(Call call, Work<T> work) {
    return repeat(call, work, OwnConnection::transaction);
  }

  /** In the transaction that the calling thread has open, else like {@link #alone}. */
  <T> T joining(Call call, Work<T> work) {
    Optional<Connection> callers = transactions.current();
    return callers.isPresent() ? join(call, callers.get(), work) : alone(call, work);
  }

  /** In the transaction that the calling thread has open, else like {@link #transaction}. */
  <T> T joiningTransaction(Call call, Work<T> work) {
    Optional<Connection> callers = transactions.current();
    return callers.isPresent() ? join(call, callers.get(), work) : transaction(call, work);
  }

  /**
   * A connection for somebody who must not wait for others.
   *
   * @param each how long one call may take
   */
  ReservedConnection reserve(Duration each) {
    if (each.isZero() || each.isNegative()) {
      throw new IllegalArgumentException("the timeout must be positive, not " + each);
    }
    // A statement's own time-out is for drivers without a network time-out. To cancel a statement,
    // drivers may need the very server that is silent, so the network time-out must come first.
    SessionFactory its =
        new SessionFactory(catalog, errors, each.plusSeconds(1), dialect.sendsTogether());
    ReservedConnection reserved = new ReservedConnection(dataSource, its, errors, each);
    try {
      reserved.open();
      return reserved;
    } catch (RuntimeException e) {
      reserved.close();
      throw e;
    }
  }

  boolean inCallersTransaction() {
    return transactions.current().isPresent();
  }

  /** Whether the caller's transaction, if there is one, finds something. */
  boolean callerFinds(Work<Boolean> question) throws SQLException {
    Optional<Connection> callers = transactions.current();
    return callers.isPresent() && question.run(joined(callers.get()));
  }

  /**
   * Refuses a caller's transaction that could not settle what is claimed now. Before anything else
   * is asked there, because every query may take the transaction's snapshot.
   */
  void requireJoinable(Call call) {
    Optional<Connection> callers = transactions.current();
    if (callers.isEmpty()) {
      return;
    }
    try {
      Optional<String> objection = dialect.objectionToJoining(callers.get());
      if (objection.isPresent()) {
        throw new ConfigurationException(call + " is not possible: " + objection.get());
      }
    } catch (SQLException e) {
      throw call.failed(errors.withoutData(e));
    }
  }

  /**
   * Stores content, or only its beginning when all of it is more than one statement can carry: so
   * that no message is too large to end as a dead letter.
   *
   * @param content what to store, or null
   */
  <T> T fitting(Call call, Content content, Function<Content, T> store) {
    try {
      return store.apply(content);
    } catch (StoreException e) {
      if (content == null || !isTooLarge(call, e)) {
        throw e;
      }
      try {
        return store.apply(content.cut(KEPT_BYTES));
      } catch (StoreException again) {
        again.addSuppressed(e);
        throw again;
      }
    }
  }

  /** Whether a call failed because it carries too much, which is then told in the log. */
  boolean isTooLarge(Call call, StoreException error) {
    boolean tooLarge = errors.isTooLarge(error);
    if (tooLarge) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} carries more than the server or the driver takes; only the beginning is stored",
          call);
    }
    return tooLarge;
  }

  /** The isolation of a transaction that has just begun, for this one only. */
  void readCommitted(Connection begun) throws SQLException {
    joined(begun).first(Sql.SET_ISOLATION);
  }

  /** What the calling thread's transaction, if it is one of the store's own, waits to send. */
  private Session joined(Connection transaction) {
    return factory.joined(transaction, ahead.get());
  }

  /** Whether the statements of a transaction that the store itself ends can travel together. */
  boolean sendsTogether() {
    return factory.sendsTogether();
  }

  /** Begins a transaction whose statements travel together, until {@link #notTogether}. */
  Session together(Connection begun, Ahead waiting) throws SQLException {
    ahead.set(waiting);
    readCommitted(begun);
    return joined(begun);
  }

  /** Ends a transaction whose statements travel together. */
  void commit(Connection begun, Ahead waiting) throws SQLException {
    factory.joined(begun, waiting).endByCommit();
  }

  void notTogether() {
    ahead.remove();
  }

  static void requireTransaction(Connection connection) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "the transaction runner names a connection as being in a transaction that commits each"
              + " statement by itself");
    }
  }

  private <T> T join(Call call, Connection callers, Work<T> work) {
    try {
      requireTransaction(callers);
      return work.run(joined(callers));
    } catch (SQLException e) {
      throw call.failed(errors.withoutData(e));
    }
  }

  private interface Style {
    <T> T run(OwnConnection connection, Work<T> work, boolean replyLost) throws SQLException;
  }

  private <T> T repeat(Call call, Work<T> work, Style style) {
    long deadline = System.nanoTime() + timeout.toNanos();
    boolean replyLost = false;
    for (int tries = 1; ; tries++) {
      boolean open = false;
      try (OwnConnection connection = new OwnConnection(dataSource, factory)) {
        open = true;
        requireSeparate(connection);
        return style.run(connection, work, replyLost);
      } catch (SQLException e) {
        boolean lost = open && errors.isConnectionLost(e);
        boolean again = lost || replyLost || (open && errors.isRetryableInOwnTransaction(e));
        replyLost |= lost;
        if (!again || tries == MOST_TRIES || System.nanoTime() - deadline > 0) {
          throw open ? call.failed(errors.withoutData(e)) : call.noConnection(e);
        }
        pause(tries);
      }
    }
  }

  /** Doubles, and spreads those who failed together. An interrupt only shortens it. */
  private static void pause(int tries) {
    long most = FIRST_PAUSE_MICROS << tries;
    long micros = ThreadLocalRandom.current().nextLong(most / 2, most);
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
  }

  /** What must be visible to others at once cannot be written in the caller's own session. */
  private void requireSeparate(OwnConnection connection) throws SQLException {
    Optional<Connection> callers = transactions.current();
    if (callers.isEmpty()) {
      return;
    }
    if (joined(callers.get()).sessionId().equals(connection.sessionId())) {
      throw sameSession();
    }
  }

  /** Refuses a data source that gives the same session twice. Called once, at start. */
  void requireSeparateSessions() {
    try (OwnConnection one = new OwnConnection(dataSource, factory);
        OwnConnection other = new OwnConnection(dataSource, factory)) {
      one.transaction(
          first -> {
            String id = first.sessionId();
            if (id.equals(other.transaction(Session::sessionId, false))) {
              throw sameSession();
            }
            return id;
          },
          false);
      requireSeparate(one);
    } catch (SQLException e) {
      throw new StoreException(
          "the data source could not give two connections at once, which a claim in a caller's"
              + " transaction needs",
          e);
    }
  }

  private static ConfigurationException sameSession() {
    return new ConfigurationException(
        "the data source hands out a session that is in use (a transaction-aware proxy, or a single"
            + " connection); the ledger needs one whose connections are independent, so that a claim"
            + " is visible to others while the caller's transaction is open");
  }
}
