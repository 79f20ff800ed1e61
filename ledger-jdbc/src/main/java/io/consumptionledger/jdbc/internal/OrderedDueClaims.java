package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Turn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whose turn it is among due rows that are locked. The rows come before their gates here, against
 * the order that all others keep; that is safe because a gate that somebody holds is passed by.
 */
final class OrderedDueClaims {
  private OrderedDueClaims() {}

  /** A due row that may run now. */
  record Runnable(DueRows.Due due, Turn turn) {}

  /**
   * The rows whose turn it is, in the order given. At most one of each aggregate; of those at the
   * same place the one with the lowest key. Rows whose turn has not come are sent back to wait;
   * those behind a gate that somebody holds stay due.
   */
  static List<Runnable> runnable(Session session, Call call, List<DueRows.Due> due)
      throws SQLException {
    Map<GateKey, List<DueRows.Due>> rivals = new TreeMap<>();
    for (DueRows.Due each : due) {
      if (each.order() != null) {
        rivals
            .computeIfAbsent(GateKey.of(each.key(), each.order()), g -> new ArrayList<>())
            .add(each);
      }
    }
    if (rivals.isEmpty()) {
      return due.stream().map(each -> new Runnable(each, Turn.IN_ORDER)).toList();
    }
    Map<ConsumptionKey, Turn> first = new HashMap<>();
    Set<ConsumptionKey> back = new HashSet<>();
    Params params = new Params().text("gates", GateKey.list(rivals.keySet()));
    Map<GateKey, Gate> locked = new HashMap<>();
    for (Gate gate :
        session.list(Sql.CLAIM_DUE_GATES, params, row -> Gate.of(GateKey.of(row), row))) {
      locked.put(gate.key(), gate);
    }
    Map<GateKey, Long> heads = heads(session, locked.keySet());
    locked.forEach(
        (key, gate) -> {
          DueRows.Due next = gate.isBusy() ? null : first(rivals.get(key), heads.get(key));
          for (DueRows.Due each : rivals.get(key)) {
            if (each == next) {
              first.put(each.key(), gate.turn(place(each)));
            } else {
              back.add(each.key());
            }
          }
        });
    sendBack(session, call, back);
    // Also when it stays the same: who settles the head in an older snapshot must be told.
    for (Gate gate : locked.values()) {
      if (rivals.get(gate.key()).stream().anyMatch(each -> back.contains(each.key()))) {
        Gates.write(session, gate);
      }
    }
    List<Runnable> runnable = new ArrayList<>();
    for (DueRows.Due each : due) {
      Turn turn = each.order() == null ? Turn.IN_ORDER : first.get(each.key());
      if (turn != null) {
        runnable.add(new Runnable(each, turn));
      }
    }
    return runnable;
  }

  private static long place(DueRows.Due due) {
    return due.order().sequence();
  }

  private static DueRows.Due first(List<DueRows.Due> rivals, long head) {
    return rivals.stream()
        .filter(each -> place(each) == head)
        .min(Comparator.comparing(each -> each.key()))
        .orElse(null);
  }

  /** Asked after the gates are locked, so that no settle or start is missed. */
  private static Map<GateKey, Long> heads(Session session, Set<GateKey> gates) throws SQLException {
    Map<GateKey, Long> heads = new HashMap<>();
    if (!gates.isEmpty()) {
      Params params = new Params().text("gates", GateKey.list(gates));
      session.list(
          Sql.CLAIM_DUE_HEADS, params, row -> heads.put(GateKey.of(row), row.getLong("head")));
    }
    return heads;
  }

  private static void sendBack(Session session, Call call, Set<ConsumptionKey> keys)
      throws SQLException {
    if (!keys.isEmpty()
        && session.update(Sql.CLAIM_DUE_WAIT, new Params().text("keys", KeyList.of(keys)))
            != keys.size()) {
      throw call.failed("did not change all the rows that it had locked");
    }
  }

  /** Writes into the gates who is in PROCESSING now. */
  static void hold(Session session, Call call, Map<GateKey, ClaimToken> tokens)
      throws SQLException {
    if (!tokens.isEmpty()
        && session.update(Sql.CLAIM_DUE_HOLD, new Params().text("gates", GateKey.list(tokens)))
            != tokens.size()) {
      throw call.failed("did not change all the gates that it had locked");
    }
  }
}
