package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.InspectionVerbs.Counted;
import io.consumptionledger.spi.InspectionVerbs.HandlerLoad;
import io.consumptionledger.spi.InspectionVerbs.InFlight;
import io.consumptionledger.spi.InspectionVerbs.SeenNode;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How handlers, claims and nodes stand. Looks at the newest rows of a handler only. */
final class JdbcStandings {
  private static final int NEWEST = 10_000;

  private final Sessions sessions;

  JdbcStandings(Sessions sessions) {
    this.sessions = sessions;
  }

  /** The row that others wait for. */
  private record Head(ConsumptionKey key, long place) {
    static Head of(ResultSet row) throws SQLException {
      ConsumptionKey key = RowMapper.keyIfReadable(row);
      return key == null ? null : new Head(key, row.getLong("open_seq"));
    }
  }

  Optional<ConsumptionKey> blockedBy(ConsumptionKey key) {
    return sessions.alone(
        new Call("BLOCKED_BY", key),
        session -> {
          Row row = session.get(key);
          if (row == null || row.summary().order() == null || row.summary().state().isFinal()) {
            return Optional.empty();
          }
          Order order = row.summary().order();
          Params gate =
              new Params()
                  .text("tenantId", key.tenant().id())
                  .text("handlerId", key.handlerId())
                  .text("aggregateType", order.aggregateType())
                  .text("aggregateId", order.aggregateId());
          boolean waits = row.waitReason() == WaitReason.ORDER && row.dueAt() == null;
          return Optional.ofNullable(session.one(Sql.BLOCKED_BY, gate, Head::of))
              .filter(head -> !head.key().equals(key))
              .filter(head -> head.place() < order.sequence() || waits)
              .map(Head::key);
        });
  }

  List<InFlight> inFlight(Tenant tenant, String handlerId, int limit) {
    Window all = Window.of(tenant, handlerId, null, null);
    return sessions
        .alone(
            new Call("IN_FLIGHT", tenant + "/" + handlerId),
            session -> {
              Window newest = all.since(all.reach(session, Sql.INSPECT_REACH, NEWEST));
              Params params = newest.params().number("limit", limit);
              return session.list(Sql.IN_FLIGHT, params, JdbcStandings::claim);
            })
        .stream()
        .filter(Objects::nonNull)
        .toList();
  }

  private static InFlight claim(ResultSet row) throws SQLException {
    ConsumptionKey key = RowMapper.keyIfReadable(row);
    return key == null
        ? null
        : new InFlight(
            key,
            new Node(row.getString("node_id"), RowMapper.uuid(row, "node_incarnation")),
            row.getInt("attempt"),
            Micros.left(row.getLong("held")),
            Micros.left(row.getLong("lease_left")),
            RowMapper.instant(row, "lease_micros"));
  }

  /** A state and how many of the newest rows are in it. */
  private record Newest(ConsumptionState state, long number) {
    static Newest of(ResultSet row) throws SQLException {
      return new Newest(
          ConsumptionState.valueOf(row.getString("status")), row.getLong("number_of_rows"));
    }
  }

  HandlerLoad load(Tenant tenant, String handlerId, int limit) {
    Window all = Window.of(tenant, handlerId, null, null);
    return sessions.alone(
        new Call("LOAD", tenant + "/" + handlerId),
        session -> {
          Long reach = all.reach(session, Sql.INSPECT_REACH, Math.max(limit, NEWEST));
          Map<ConsumptionState, Counted> states = new EnumMap<>(ConsumptionState.class);
          for (ConsumptionState state : ConsumptionState.values()) {
            states.put(state, new Counted(0, reach == null));
          }
          for (Newest newest :
              session.list(Sql.COUNT_STATES, all.since(reach).params(), Newest::of)) {
            states.put(newest.state(), counted(newest.number(), limit, reach == null));
          }
          states.merge(
              ConsumptionState.PROCESSING,
              counted(count(session, Sql.COUNT_HELD, all, limit), limit, true),
              (hot, held) ->
                  counted(hot.number() + held.number(), limit, hot.isExact() && held.isExact()));
          states.put(
              ConsumptionState.RETRY_SCHEDULED,
              counted(count(session, Sql.COUNT_WAITING, all, limit), limit, true));
          states.put(
              ConsumptionState.DEAD_LETTER,
              counted(count(session, Sql.COUNT_DEAD, all, limit), limit, true));
          Long overdue = session.one(Sql.OLDEST_DUE, all.params(), row -> row.getLong("overdue"));
          Duration oldestDue = overdue == null || overdue < 0 ? null : Micros.left(overdue);
          return new HandlerLoad(states, oldestDue);
        });
  }

  private static long count(Session session, Sql sql, Window all, int limit) throws SQLException {
    return session.one(
        sql, all.params().number("limit", limit + 1), row -> row.getLong("number_of_rows"));
  }

  private static Counted counted(long number, int limit, boolean isWhole) {
    return new Counted(Math.min(number, limit + 1L), isWhole && number <= limit);
  }

  List<SeenNode> nodes(int limit) {
    return sessions.alone(
        new Call("NODES", "all tenants"),
        session ->
            session.list(Sql.NODES, new Params().number("limit", limit), JdbcStandings::node));
  }

  private static SeenNode node(ResultSet row) throws SQLException {
    return new SeenNode(
        new Node(row.getString("node_id"), RowMapper.uuid(row, "node_incarnation")),
        RowMapper.instant(row, "started_micros"),
        Micros.left(row.getLong("since_renewal")));
  }
}
