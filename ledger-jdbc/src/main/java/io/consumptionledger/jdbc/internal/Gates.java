package io.consumptionledger.jdbc.internal;

import io.consumptionledger.spi.ClaimToken;
import java.sql.SQLException;

/**
 * The gates of aggregates. Whoever starts, ends or frees a row with an order locks the gate of its
 * aggregate first and the row after it, so that nobody waits for each other; whoever has locked
 * rows already only tries gates, and waits for none. What is decided under the lock is decided by
 * statements that began after it was given.
 */
final class Gates {
  private final Sessions sessions;

  Gates(Sessions sessions) {
    this.sessions = sessions;
  }

  /** Locks a gate, made if need be; waits for whoever holds it. */
  Gate lock(Session session, GateKey key) throws SQLException {
    Gate gate = find(session, Sql.GATE_LOCK, key);
    return gate == null ? make(session, key) : gate;
  }

  /**
   * Makes a gate that is most likely new, and locks it. To look for it first would leave locks on
   * the gap in a caller's transaction.
   */
  Gate make(Session session, GateKey key) throws SQLException {
    session.update(Sql.GATE_MAKE, key.params());
    Gate gate = find(session, Sql.GATE_LOCK, key);
    if (gate == null) {
      throw new SQLException("the gate of an aggregate cannot be made or seen");
    }
    return gate;
  }

  /**
   * Locks a gate on a connection of the store's own. While the calling thread has a transaction
   * open, that transaction may be who holds the gate, so it is not waited for.
   *
   * @return the gate, or null if it cannot be had without waiting
   */
  Gate enter(Session session, GateKey key) throws SQLException {
    return sessions.inCallersTransaction() ? tryLock(session, key) : lock(session, key);
  }

  /** Locks a gate unless somebody holds it or, in the caller's transaction, has just made it. */
  Gate tryLock(Session session, GateKey key) throws SQLException {
    Gate gate = find(session, Sql.GATE_TRY, key);
    if (gate != null
        || exists(session, key)
        || sessions.callerFinds(callers -> exists(callers, key))) {
      return gate;
    }
    session.update(Sql.GATE_MAKE, key.params());
    return find(session, Sql.GATE_TRY, key);
  }

  private static Gate find(Session session, Sql sql, GateKey key) throws SQLException {
    return session.one(sql, key.params(), row -> Gate.of(key, row));
  }

  private static boolean exists(Session session, GateKey key) throws SQLException {
    return session.one(Sql.GATE_LOOK, key.params(), row -> true) != null;
  }

  static void write(Session session, Gate gate) throws SQLException {
    session.update(
        Sql.GATE_WRITE,
        gate.key()
            .params()
            .token("token", gate.holder())
            .number("settledSeq", gate.settled())
            .number("arrivalSeq", gate.arrivals()));
  }

  /** Whether an earlier row of the gate's aggregate is unresolved. */
  static boolean hasEarlier(Session session, Gate gate, long place) throws SQLException {
    Params params = gate.key().params().number("orderSeq", place);
    return session.one(Sql.ORDER_EARLIER, params, row -> true) != null;
  }

  /** A row of the token has left PROCESSING and is not settled for good. */
  static void left(Session session, Gate gate, ClaimToken token) throws SQLException {
    changed(session, gate, gate.leftBy(token));
  }

  /** A row at a place is settled for good; the token is null if it was nobody's claim. */
  static void settled(Session session, Gate gate, ClaimToken token, long place)
      throws SQLException {
    Gate left = token == null ? gate : gate.leftBy(token);
    changed(session, gate, left.settled(place));
  }

  private static void changed(Session session, Gate before, Gate after) throws SQLException {
    if (!after.equals(before)) {
      write(session, after);
    }
    if (!after.isBusy()) {
      session.update(Sql.ORDER_FREE, after.key().params());
    }
  }
}
