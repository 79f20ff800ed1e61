package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.ReplayRequestVerbs;
import io.consumptionledger.spi.RetentionVerbs;
import io.consumptionledger.spi.RetentionVerbs.PurgedAside;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Deletes what is kept beside the rows, once it is closed for long enough. */
final class JdbcPurgeAside {
  private final Sessions sessions;

  JdbcPurgeAside(Sessions sessions) {
    this.sessions = sessions;
  }

  /** A request that came to its end, and how many rows it is bound to. */
  private record Ended(String id, int items) {}

  PurgedAside purgeQuarantined(
      Tenant tenant, Duration closedBefore, int limit, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    return sessions.transaction(
        new Call(RetentionVerbs.PURGE_QUARANTINED, tenant),
        session -> {
          int deleted = session.update(Sql.PURGE_QUARANTINED, old(tenant, closedBefore, limit));
          PurgedAside purged = new PurgedAside(deleted, deleted == limit);
          tell(
              session,
              tenant,
              RetentionVerbs.PURGE_QUARANTINED,
              purged,
              purged.detail("messages", closedBefore),
              action);
          return purged;
        });
  }

  PurgedAside purgeReplayRequests(
      Tenant tenant, Duration finishedBefore, int limit, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    return sessions.transaction(
        new Call(RetentionVerbs.PURGE_REPLAY_REQUESTS, tenant),
        session -> {
          PurgedAside purged = delete(session, tenant, finishedBefore, limit);
          tell(
              session,
              tenant,
              RetentionVerbs.PURGE_REPLAY_REQUESTS,
              purged,
              purged.detail("requests", finishedBefore),
              action);
          return purged;
        });
  }

  /** No more requests than one may have rows, so that the transaction stays as short as that. */
  private static PurgedAside delete(
      Session session, Tenant tenant, Duration finishedBefore, int limit) throws SQLException {
    List<Ended> ended =
        session.list(
            Sql.PURGE_REQUESTS_PICK,
            old(tenant, finishedBefore, limit),
            row -> new Ended(row.getString("request_id"), row.getInt("item_count")));
    int seen = 0;
    int deleted = 0;
    long items = 0;
    for (Ended each : ended) {
      items += each.items();
      if (seen > 0 && items > ReplayRequestVerbs.MOST_ROWS) {
        break;
      }
      seen++;
      Params params = new Params().text("tenantId", tenant.id()).text("requestId", each.id());
      session.update(Sql.PURGE_REQUEST_ITEMS, params);
      deleted += session.update(Sql.PURGE_REQUEST, params);
    }
    return new PurgedAside(deleted, seen < ended.size() || ended.size() == limit);
  }

  private static Params old(Tenant tenant, Duration closedBefore, int limit) {
    if (closedBefore.isNegative()) {
      throw new IllegalArgumentException("closedBefore is " + closedBefore);
    }
    return new Params()
        .text("tenantId", tenant.id())
        .span("closedBefore", closedBefore)
        .number("limit", limit);
  }

  private static void tell(
      Session session,
      Tenant tenant,
      String name,
      PurgedAside purged,
      String detail,
      OperatorAction action)
      throws SQLException {
    if (purged.deleted() > 0) {
      session.update(
          Sql.APPEND_AUDIT,
          new Params()
              .text("tenantId", tenant.id())
              .text("handlerId", null)
              .text("eventId", null)
              .text("itemKey", null)
              .text("quarantineId", null)
              .text("action", name)
              .text("actor", action.actor())
              .text("secondActor", null)
              .text("reason", action.reason())
              .text("detail", action.detail(detail)));
    }
  }
}
