package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OrderVerbs;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Turn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** How new rows with an order start, or wait for their turn. */
final class JdbcOrder implements OrderVerbs {
  private static final int MOST_ROUNDS = 5;

  private final Sessions sessions;
  private final Gates gates;

  JdbcOrder(Sessions sessions) {
    this.sessions = sessions;
    this.gates = new Gates(sessions);
  }

  /** CLAIM of a row with an order. The parameters are those of a claim, but for its place. */
  ClaimResult claim(Call call, NewRow row, ClaimToken token, Params params) {
    return sessions.transaction(call, session -> claim(session, call, row, token, params));
  }

  private ClaimResult claim(Session session, Call call, NewRow row, ClaimToken token, Params params)
      throws SQLException {
    Gate gate = gates.enter(session, GateKey.of(row.key(), row.order()));
    if (gate == null || mustWait(session, gate, row)) {
      Row there = session.get(row.key());
      return there == null ? new ClaimResult.Blocked() : there(gate, there.summary(), token);
    }
    long place = gate.place(row.order());
    params.number("orderSeq", place);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (session.insert(Sql.CLAIM, params)) {
        Gates.write(session, gate.heldBy(token).arrived(row.order(), place));
        return new ClaimResult.Claimed(
            new Claim(row.key(), token, 1, 1, 0, row.order().at(place)), gate.turn(place));
      }
      Row there = session.get(row.key());
      if (there != null) {
        return there(gate, there.summary(), token);
      }
    }
    throw call.failed("met a row that comes and goes");
  }

  private boolean mustWait(Session session, Gate gate, NewRow row) throws SQLException {
    return gate.isBusy() || gates.hasEarlier(session, gate, gate.place(row.order()));
  }

  private static ClaimResult there(Gate gate, RowSummary row, ClaimToken token) {
    if (!JdbcClaims.isHeld(row, token)) {
      return new ClaimResult.Exists(row);
    }
    Claim claim =
        new Claim(row.key(), row.token(), row.epoch(), row.attempt(), row.yields(), row.order());
    boolean ordered = gate != null && row.order() != null;
    return new ClaimResult.Claimed(
        claim, ordered ? gate.turn(row.order().sequence()) : Turn.IN_ORDER);
  }

  @Override
  public ParkResult park(NewRow row) {
    Call call = Call.of(Transition.PARK, row.key());
    if (row.order() == null || row.content() == null) {
      throw new IllegalArgumentException(call + " needs an order and content");
    }
    return sessions.fitting(call, row.content(), content -> park(call, row, content));
  }

  private ParkResult park(Call call, NewRow row, Content content) {
    Params params = Params.row(row).content(content);
    return sessions.transaction(call, session -> park(session, call, row, params));
  }

  private ParkResult park(Session session, Call call, NewRow row, Params params)
      throws SQLException {
    Gate gate = gates.enter(session, GateKey.of(row.key(), row.order()));
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Row there = session.get(row.key());
      if (there != null) {
        return session.replyLost() && isParked(there)
            ? new ParkResult.Parked()
            : new ParkResult.Exists(there.summary());
      }
      if (gate == null) {
        return new ParkResult.Busy();
      }
      if (!mustWait(session, gate, row)) {
        return new ParkResult.Free();
      }
      long place = gate.place(row.order());
      if (session.insert(Sql.PARK, params.number("orderSeq", place))) {
        // Also when it stays the same: who settles the head in an older snapshot must be told.
        Gates.write(session, gate.arrived(row.order(), place));
        return new ParkResult.Parked();
      }
    }
    throw call.failed("met a row that comes and goes");
  }

  /** It has no token, so one that nobody has touched counts as the one that was made. */
  private static boolean isParked(Row row) {
    RowSummary there = row.summary();
    return there.epoch() == 0 && there.rowVersion() == 1 && row.waitReason() == WaitReason.ORDER;
  }

  @Override
  public List<BlockingHead> blockingHeads(Tenant tenant, String handlerId, int limit) {
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .text("handlerId", handlerId)
            .number("limit", limit);
    return sessions.alone(
        new Call("BLOCKING_HEADS", tenant + "/" + handlerId),
        session -> session.list(Sql.BLOCKING_HEADS, params, JdbcOrder::head));
  }

  private static BlockingHead head(ResultSet row) throws SQLException {
    return new BlockingHead(
        RowMapper.key(row),
        RowMapper.order(row),
        RowMapper.word(ConsumptionState.class, row, "status"),
        RowMapper.instant(row, "updated_micros"),
        row.getLong("waiting"));
  }
}
