package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.TransitionResult;
import java.sql.SQLException;

/** Moves rows with an order: the gate first, then the row, then what follows from it. */
final class OrderedMoves {
  private final Sessions sessions;
  private final Gates gates;

  OrderedMoves(Sessions sessions) {
    this.sessions = sessions;
    this.gates = new Gates(sessions);
  }

  /** What is done to the gate once the row has moved. */
  @FunctionalInterface
  interface Then {
    void run(Session session, Gate gate) throws SQLException;
  }

  /** The holder leaves PROCESSING for a state. */
  Then leaves(ClaimToken token, Order order, ConsumptionState to) {
    return (session, gate) -> {
      if (to.isFinal()) {
        gates.settled(session, gate, token, order.sequence());
      } else {
        gates.left(session, gate, token);
      }
    };
  }

  /** In the transaction that the calling thread has open, else in one of its own. */
  TransitionResult joining(CompareAndSet change, Order order, Then then) {
    GateKey key = GateKey.of(change.key(), order);
    return sessions.joiningTransaction(
        change.call(),
        session -> {
          Gate gate = gates.lock(session, key);
          return change.run(session, () -> then.run(session, gate));
        });
  }

  /** In a transaction of its own; refused when the gate is held where it cannot be waited for. */
  TransitionResult alone(CompareAndSet change, Order order, Then then) {
    GateKey key = GateKey.of(change.key(), order);
    return sessions.transaction(
        change.call(),
        session -> {
          Gate gate = gates.enter(session, key);
          if (gate == null) {
            Row row = session.get(change.key());
            return new TransitionResult.Refused(
                change.key(), change.wanted(), row == null ? null : row.summary());
          }
          return change.run(session, () -> then.run(session, gate));
        });
  }
}
