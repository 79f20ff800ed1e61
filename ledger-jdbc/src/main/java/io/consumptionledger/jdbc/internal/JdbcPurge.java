package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Deletes final rows, walking them in the order in which they were received. */
final class JdbcPurge {
  private static final PurgeCursor BEGINNING = new PurgeCursor(0, "", "");

  private final Sessions sessions;
  private final int maxBatch;

  JdbcPurge(Sessions sessions, int maxBatch) {
    this.sessions = sessions;
    this.maxBatch = maxBatch;
  }

  private record Seen(ConsumptionKey key, long receivedMicros) {}

  PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    if (!states.stream().allMatch(ConsumptionState::isFinal)) {
      throw new IllegalArgumentException("only final rows can be purged, not all of " + states);
    }
    PurgeCursor from = cursor == null ? BEGINNING : cursor;
    Params pick =
        new Params()
            .text("tenantId", tenant.id())
            .text("handlerId", handlerId)
            .span("settledBefore", settledBefore)
            .number("cursorReceived", from.receivedMicros())
            .text("cursorEventId", from.eventId())
            .text("cursorItemKey", from.itemKey())
            .number("limit", limit);
    return sessions.transaction(
        new Call("PURGE", tenant + "/" + handlerId),
        session -> {
          List<Seen> page = session.list(Sql.PURGE_PICK, pick, JdbcPurge::seen);
          int deleted = delete(session, page, states, settledBefore);
          return new PurgeResult(deleted, page.size() < limit ? null : cursor(page));
        });
  }

  private int delete(
      Session session, List<Seen> page, Set<ConsumptionState> states, Duration settledBefore)
      throws SQLException {
    int deleted = 0;
    for (int from = 0; from < page.size(); from += maxBatch) {
      List<Seen> batch = page.subList(from, Math.min(page.size(), from + maxBatch));
      deleted +=
          session.update(
              Sql.PURGE,
              new Params()
                  .text("keys", KeyList.of(batch.stream().map(Seen::key).toList()))
                  .words("states", states)
                  .span("settledBefore", settledBefore));
    }
    return deleted;
  }

  private static PurgeCursor cursor(List<Seen> page) {
    Seen last = page.get(page.size() - 1);
    return new PurgeCursor(last.receivedMicros(), last.key().eventId(), last.key().itemKey());
  }

  private static Seen seen(ResultSet row) throws SQLException {
    return new Seen(RowMapper.key(row), row.getLong("received_micros"));
  }
}
