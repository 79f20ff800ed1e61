package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Which handlers and tenants have due rows. */
final class JdbcDueQueues {
  private final Sessions sessions;

  JdbcDueQueues(Sessions sessions) {
    this.sessions = sessions;
  }

  private record Found(String handlerId, String tenantId, long overdueMicros) {
    static Found of(ResultSet row) throws SQLException {
      return new Found(
          row.getString("handler_id"), row.getString("tenant_id"), row.getLong("overdue"));
    }
  }

  List<DueQueue> dueQueues(DueQueue after, int limit) {
    return sessions.alone(
        new Call("DUE_QUEUES", limit + " queues"), session -> page(session, after, limit));
  }

  /** Queues of tenants that cannot be, written by hand, are passed by. */
  private static List<DueQueue> page(Session session, DueQueue after, int limit)
      throws SQLException {
    List<DueQueue> queues = new ArrayList<>();
    Found last =
        after == null ? new Found("", "", 0) : new Found(after.handlerId(), after.tenant().id(), 0);
    boolean isMore = true;
    while (isMore && queues.size() < limit) {
      int wanted = limit - queues.size();
      Params params =
          new Params()
              .text("afterHandler", last.handlerId)
              .text("afterTenant", last.tenantId)
              .number("limit", wanted);
      List<Found> found = session.list(Sql.DUE_QUEUES, params, Found::of);
      for (Found each : found) {
        Tenant tenant = RowMapper.tenantIfReadable(each.tenantId);
        if (tenant != null) {
          queues.add(new DueQueue(each.handlerId, tenant, Micros.left(each.overdueMicros)));
        }
        last = each;
      }
      isMore = found.size() == wanted;
    }
    return List.copyOf(queues);
  }
}
