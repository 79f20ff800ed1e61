package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Tenant;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The part of one handler's rows that a call looks at, by the time they were received.
 *
 * @param tenantId whose
 * @param handlerId the handler
 * @param from at or after this, microseconds since 1970
 * @param before before this, microseconds since 1970
 */
record Window(String tenantId, String handlerId, long from, long before) {
  static Window of(Tenant tenant, String handlerId, Instant from, Instant before) {
    return new Window(tenant.id(), handlerId, Micros.from(from), Micros.before(before));
  }

  Params params() {
    return new Params()
        .text("tenantId", tenantId)
        .text("handlerId", handlerId)
        .number("from", from)
        .number("before", before);
  }

  /**
   * When the first row was received that is more than a number of rows back; null if there are not
   * so many. Rows of that very instant are to be looked at too, which are few.
   */
  Long reach(Session session, Sql sql, int rows) throws SQLException {
    return session.one(sql, params().number("reach", rows), row -> row.getLong("received_micros"));
  }

  /** What comes before a place in a list that begins with the newest. */
  Window until(long place) {
    return new Window(tenantId, handlerId, from, place);
  }

  /** As far back as a reach goes, null for all of it. */
  Window since(Long reach) {
    return reach == null ? this : new Window(tenantId, handlerId, Math.max(from, reach), before);
  }
}
