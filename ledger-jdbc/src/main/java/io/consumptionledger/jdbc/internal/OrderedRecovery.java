package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * RECOVER of rows with an order: looked for without locks, because the gate comes before the row,
 * and then moved one by one. A gate that somebody holds is left to the next sweep.
 */
final class OrderedRecovery {
  private final Sessions sessions;
  private final Gates gates;

  OrderedRecovery(Sessions sessions) {
    this.sessions = sessions;
    this.gates = new Gates(sessions);
  }

  /** A lost claim as it was seen. */
  private record Seen(ConsumptionKey key, ClaimToken token, Order order) {
    boolean isStill(RowSummary row) {
      return row.leaseExpired() && row.has(token) && row.payloadState() != null;
    }
  }

  /** Moves a locked row whose owner is lost. */
  @FunctionalInterface
  interface Move {
    Recovered run(Session session, RowSummary lost, ClaimToken token) throws SQLException;
  }

  List<Recovered> recover(Call call, String handlerId, int limit, Move move) {
    Params pick = new Params().text("handlerId", handlerId).number("limit", limit);
    List<Seen> candidates =
        sessions.alone(
            call, session -> session.list(Sql.RECOVER_ORDERED, pick, OrderedRecovery::seen));
    List<Recovered> recovered = new ArrayList<>();
    for (Seen seen : candidates) {
      Recovered one = seen == null ? null : recover(call, seen, move);
      if (one != null) {
        recovered.add(one);
      }
    }
    return recovered;
  }

  private Recovered recover(Call call, Seen seen, Move move) {
    ClaimToken token = ClaimToken.random();
    // Outlives a try, so that a lost reply can be decided by looking for the token.
    List<Recovered> done = new ArrayList<>();
    return sessions.transaction(
        call,
        session -> {
          GateKey key = GateKey.of(seen.key(), seen.order());
          // After a lost reply the lock may still be that of the try that nobody heard of.
          Gate gate = session.replyLost() ? gates.enter(session, key) : gates.tryLock(session, key);
          if (gate == null && done.isEmpty()) {
            return null;
          }
          Row row = session.getLocked(seen.key());
          if (session.replyLost() && row != null && row.summary().has(token)) {
            return done.get(0);
          }
          if (gate == null || row == null || !seen.isStill(row.summary())) {
            return null;
          }
          done.clear();
          done.add(move.run(session, row.summary(), token));
          gates.left(session, gate, seen.token());
          return done.get(0);
        });
  }

  private static Seen seen(ResultSet row) throws SQLException {
    ConsumptionKey key = RowMapper.keyIfReadable(row);
    return key == null
        ? null
        : new Seen(
            key,
            new ClaimToken(Objects.requireNonNull(RowMapper.uuid(row, "token"))),
            RowMapper.order(row));
  }
}
