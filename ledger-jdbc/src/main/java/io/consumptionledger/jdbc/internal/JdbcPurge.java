package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.RetentionVerbs;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RetentionVerbs.Purgeable;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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

  /** A row that was looked at, and whether it was settled long enough ago. */
  private record Seen(
      ConsumptionKey key, long receivedMicros, ConsumptionState state, boolean isOld) {
    boolean isMeant(Purge what) {
      return isOld && what.states().contains(state);
    }
  }

  PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    Purge what = new Purge(tenant, handlerId, states, settledBefore);
    return sessions.transaction(
        call(what),
        session -> {
          List<Seen> page = pick(session, what, cursor, limit);
          return new PurgeResult(delete(session, what, keys(page, what)), next(page, limit));
        });
  }

  PurgeResult purge(Purge what, PurgeCursor cursor, int limit, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    return sessions.transaction(
        call(what),
        session -> {
          List<Seen> page = pick(session, what, cursor, limit);
          int deleted = delete(session, what, keys(page, what));
          tell(session, what, deleted, action);
          return new PurgeResult(deleted, next(page, limit));
        });
  }

  /** Rows that are final do not change any more, so they need no lock between this and the end. */
  Purgeable purgeable(Purge what, PurgeCursor cursor, int limit) {
    return sessions.alone(
        new Call("PURGEABLE", subject(what)),
        session -> {
          List<Seen> page = pick(session, what, cursor, limit);
          List<Row> rows = new ArrayList<>();
          for (List<ConsumptionKey> batch : batches(keys(page, what))) {
            Params params = new Params().text("keys", KeyList.of(batch));
            rows.addAll(session.list(Sql.LIST_KEYS, params, RowMapper::row));
          }
          rows.sort(
              Comparator.comparing(Row::receivedAt).thenComparing(row -> row.summary().key()));
          return new Purgeable(List.copyOf(rows), next(page, limit));
        });
  }

  int purgeRows(Purge what, List<ConsumptionKey> keys, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    List<ConsumptionKey> meant = keys.stream().filter(what::concerns).toList();
    return sessions.transaction(
        call(what),
        session -> {
          int deleted = delete(session, what, meant);
          tell(session, what, deleted, action);
          return deleted;
        });
  }

  private static Call call(Purge what) {
    return new Call(RetentionVerbs.PURGE, subject(what));
  }

  private static String subject(Purge what) {
    return what.tenant() + "/" + what.handlerId();
  }

  private static List<Seen> pick(Session session, Purge what, PurgeCursor cursor, int limit)
      throws SQLException {
    PurgeCursor from = cursor == null ? BEGINNING : cursor;
    return session.list(
        Sql.PURGE_PICK,
        new Params()
            .text("tenantId", what.tenant().id())
            .text("handlerId", what.handlerId())
            .span("settledBefore", what.settledBefore())
            .number("cursorReceived", from.receivedMicros())
            .text("cursorEventId", from.eventId())
            .text("cursorItemKey", from.itemKey())
            .number("limit", limit),
        JdbcPurge::seen);
  }

  /** Others are left alone, so that a purge never waits for a row that somebody works on. */
  private static List<ConsumptionKey> keys(List<Seen> page, Purge what) {
    return page.stream().filter(seen -> seen.isMeant(what)).map(Seen::key).toList();
  }

  private List<List<ConsumptionKey>> batches(List<ConsumptionKey> keys) {
    List<List<ConsumptionKey>> batches = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += maxBatch) {
      batches.add(keys.subList(from, Math.min(keys.size(), from + maxBatch)));
    }
    return batches;
  }

  private int delete(Session session, Purge what, List<ConsumptionKey> keys) throws SQLException {
    int deleted = 0;
    for (List<ConsumptionKey> batch : batches(keys)) {
      deleted +=
          session.update(
              Sql.PURGE,
              new Params()
                  .text("keys", KeyList.of(batch))
                  .words("states", what.states())
                  .span("settledBefore", what.settledBefore()));
    }
    return deleted;
  }

  private static void tell(Session session, Purge what, int deleted, OperatorAction action)
      throws SQLException {
    if (deleted > 0) {
      session.update(
          Sql.APPEND_AUDIT,
          new Params()
              .text("tenantId", what.tenant().id())
              .text("handlerId", what.handlerId())
              .text("eventId", null)
              .text("itemKey", null)
              .text("quarantineId", null)
              .text("action", RetentionVerbs.PURGE)
              .text("actor", action.actor())
              .text("secondActor", null)
              .text("reason", action.reason())
              .text("detail", action.detail(what.detail(deleted))));
    }
  }

  private static PurgeCursor next(List<Seen> page, int limit) {
    if (page.size() < limit) {
      return null;
    }
    Seen last = page.get(page.size() - 1);
    return new PurgeCursor(last.receivedMicros(), last.key().eventId(), last.key().itemKey());
  }

  private static Seen seen(ResultSet row) throws SQLException {
    return new Seen(
        RowMapper.key(row),
        row.getLong("received_micros"),
        RowMapper.word(ConsumptionState.class, row, "status"),
        row.getBoolean("is_old"));
  }
}
