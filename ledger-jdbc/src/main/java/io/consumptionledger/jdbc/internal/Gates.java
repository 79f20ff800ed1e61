package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The gates of aggregates. Whoever starts, ends or frees a row with an order locks the gate of its
 * aggregate first and the row after it, so that nobody waits for each other; whoever has locked
 * rows already only tries gates, and waits for none. What is decided under the lock is decided by
 * statements that began after it was given.
 */
final class Gates {
  /** Rows at one place that are freed at once; if there are more, the next settle frees them. */
  private static final int FEW = 20;

  private static final int MANY = 1_000;

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
  boolean hasEarlier(Session session, Gate gate, long place) throws SQLException {
    if (session.seesCommitted()) {
      Params params = gate.key().params().number("orderSeq", place);
      return session.one(Sql.ORDER_EARLIER, params, row -> true) != null;
    }
    for (Open open : besides(gate)) {
      if (open.place < place && isOpen(session.getLocked(open.key))) {
        return true;
      }
    }
    return false;
  }

  /** A row of the token has left PROCESSING and is not settled for good. */
  void left(Session session, Gate gate, ClaimToken token) throws SQLException {
    changed(session, gate, gate.leftBy(token));
  }

  /** A row at a place is settled for good; the token is null if it was nobody's claim. */
  void settled(Session session, Gate gate, ClaimToken token, long place) throws SQLException {
    Gate left = token == null ? gate : gate.leftBy(token);
    changed(session, gate, left.settled(place));
  }

  private void changed(Session session, Gate before, Gate after) throws SQLException {
    if (!after.equals(before)) {
      write(session, after);
    }
    if (!after.isBusy()) {
      List<ConsumptionKey> next = next(session, after);
      if (!next.isEmpty()) {
        session.update(Sql.ORDER_FREE, new Params().text("keys", KeyList.of(next)));
      }
    }
  }

  /** An unresolved row. */
  private record Open(ConsumptionKey key, long place, boolean waits) {
    static Open of(ResultSet row) throws SQLException {
      return new Open(RowMapper.key(row), row.getLong("open_seq"), row.getBoolean("waits"));
    }
  }

  /** The rows at the first place, if they wait for their turn. */
  private List<ConsumptionKey> next(Session session, Gate gate) throws SQLException {
    List<ConsumptionKey> next = new ArrayList<>();
    Long first = null;
    for (Open open : session.seesCommitted() ? open(session, gate, FEW) : besides(gate)) {
      if (first != null && open.place > first) {
        break;
      }
      if (session.seesCommitted() || isOpen(session.getLocked(open.key))) {
        first = open.place;
        if (open.waits) {
          next.add(open.key);
        }
      }
    }
    return next;
  }

  private static boolean isOpen(Row row) {
    return row != null && !row.summary().state().isFinal();
  }

  private static List<Open> open(Session session, Gate gate, int limit) throws SQLException {
    return session.list(Sql.ORDER_OPEN, gate.key().params().number("limit", limit), Open::of);
  }

  /**
   * What is committed, read beside a caller's transaction whose snapshot may be older, and in which
   * a read that sees it would lock the gaps around this aggregate. What that transaction itself has
   * settled is still open there, so each row is looked at again by its key. What it has recorded is
   * missing; a row that is freed too early because of that is sent back when it is due.
   */
  private List<Open> besides(Gate gate) {
    return sessions.alone(
        new Call("ORDER_OPEN", gate.key().handlerId()), session -> open(session, gate, MANY));
  }
}
