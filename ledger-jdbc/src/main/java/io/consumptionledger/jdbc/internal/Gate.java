package io.consumptionledger.jdbc.internal;

import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Turn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * The gate of one aggregate, as its locked row tells. It has no lease: the row in PROCESSING has
 * one.
 *
 * @param key the aggregate
 * @param holder the token of the row in PROCESSING, or null if there is none
 * @param settled the highest place that was settled, or null
 * @param arrivals the last place that was given in order of arrival
 */
record Gate(GateKey key, ClaimToken holder, Long settled, long arrivals) {
  static Gate of(GateKey key, ResultSet row) throws SQLException {
    UUID token = RowMapper.uuid(row, "token");
    return new Gate(
        key,
        token == null ? null : new ClaimToken(token),
        RowMapper.number(row, "settled_seq"),
        row.getLong("arrival_seq"));
  }

  boolean isBusy() {
    return holder != null;
  }

  /** The place of a new row: its own, or the next in order of arrival. */
  long place(Order order) {
    return order.sequence() == null ? arrivals + 1 : order.sequence();
  }

  Gate heldBy(ClaimToken token) {
    return new Gate(key, token, settled, arrivals);
  }

  /** Free again if it was this token's. */
  Gate leftBy(ClaimToken token) {
    return token.equals(holder) ? heldBy(null) : this;
  }

  Gate settled(long place) {
    return new Gate(key, holder, settled == null ? place : Math.max(settled, place), arrivals);
  }

  /** Counts a new row, if its place was given in order of arrival. */
  Gate arrived(Order order, long place) {
    return order.sequence() == null ? new Gate(key, holder, settled, place) : this;
  }

  Turn turn(long place) {
    return settled != null && settled > place ? Turn.OUT_OF_ORDER : Turn.IN_ORDER;
  }
}
