package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.RowSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Names the gate of one aggregate of one tenant and handler. */
record GateKey(String tenantId, String handlerId, String aggregateType, String aggregateId)
    implements Comparable<GateKey> {
  private static final Comparator<GateKey> IN_ORDER =
      Comparator.comparing(GateKey::tenantId)
          .thenComparing(GateKey::handlerId)
          .thenComparing(GateKey::aggregateType)
          .thenComparing(GateKey::aggregateId);

  static GateKey of(ConsumptionKey key, Order order) {
    return new GateKey(
        key.tenant().id(), key.handlerId(), order.aggregateType(), order.aggregateId());
  }

  /** The gate of a row that has an order. */
  static GateKey of(RowSummary row) {
    return of(row.key(), row.order());
  }

  static GateKey of(ResultSet row) throws SQLException {
    return new GateKey(
        row.getString("tenant_id"),
        row.getString("handler_id"),
        row.getString("aggregate_type"),
        row.getString("aggregate_id"));
  }

  Params params() {
    return new Params()
        .text("tenantId", tenantId)
        .text("handlerId", handlerId)
        .text("aggregateType", aggregateType)
        .text("aggregateId", aggregateId);
  }

  /** Many as one parameter: a JSON array of objects with the members t, h, a and g, sorted. */
  static String list(Collection<GateKey> keys) {
    SortedMap<GateKey, ClaimToken> sorted = new TreeMap<>();
    keys.forEach(key -> sorted.put(key, null));
    return json(sorted);
  }

  /** The same, each with a token as the member c. */
  static String list(Map<GateKey, ClaimToken> tokens) {
    return json(new TreeMap<>(tokens));
  }

  private static String json(SortedMap<GateKey, ClaimToken> keys) {
    StringBuilder out = new StringBuilder("[");
    keys.forEach(
        (key, token) -> {
          out.append(out.length() == 1 ? "{" : ",{");
          KeyList.member(out, "t", key.tenantId).append(',');
          KeyList.member(out, "h", key.handlerId).append(',');
          KeyList.member(out, "a", key.aggregateType).append(',');
          KeyList.member(out, "g", key.aggregateId);
          if (token != null) {
            KeyList.member(out.append(','), "c", token.value().toString());
          }
          out.append('}');
        });
    return out.append(']').toString();
  }

  @Override
  public int compareTo(GateKey other) {
    return IN_ORDER.compare(this, other);
  }
}
