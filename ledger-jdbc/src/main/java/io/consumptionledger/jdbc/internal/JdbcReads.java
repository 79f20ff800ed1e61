package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.ReadVerbs;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Looks without touching. */
final class JdbcReads implements ReadVerbs {
  private final Sessions sessions;
  private final JdbcPositions positions;

  JdbcReads(Sessions sessions) {
    this.sessions = sessions;
    this.positions = new JdbcPositions(sessions);
  }

  @Override
  public Optional<Row> get(ConsumptionKey key) {
    return Optional.ofNullable(sessions.alone(new Call("GET", key), session -> session.get(key)));
  }

  @Override
  public List<Row> list(Collection<ConsumptionKey> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    Params params = new Params().text("keys", KeyList.of(keys));
    return sessions
        .alone(
            new Call("LIST", keys.size() + " keys"),
            session -> session.list(Sql.LIST_KEYS, params, RowMapper::rowIfReadable))
        .stream()
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(row -> row.summary().key()))
        .toList();
  }

  @Override
  public List<Row> list(Filter filter, int limit) {
    Params params = params(filter).number("limit", limit);
    Sql list = isDead(filter) ? Sql.LIST_DEAD : Sql.LIST;
    return sessions
        .alone(
            new Call("LIST", filter),
            session -> session.list(list, params, RowMapper::rowIfReadable))
        .stream()
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  public int count(Filter filter, int limit) {
    Sql count = isDead(filter) ? Sql.COUNT_DEAD : isWaiting(filter) ? Sql.COUNT_WAITING : Sql.COUNT;
    Params params =
        (count == Sql.COUNT_WAITING ? queue(filter) : params(filter)).number("limit", limit + 1);
    return sessions.alone(
        new Call("COUNT", filter),
        session -> session.one(count, params, row -> row.getInt("number_of_rows")));
  }

  /** Waiting rows have indexes of their own, but not by the time they were received. */
  private static boolean isWaiting(Filter filter) {
    return filter.states().equals(Set.of(ConsumptionState.RETRY_SCHEDULED))
        && filter.receivedFrom() == null
        && filter.receivedBefore() == null;
  }

  /** Dead letters have an index of their own, so that nobody looks for them among finished rows. */
  private static boolean isDead(Filter filter) {
    return filter.states().equals(Set.of(ConsumptionState.DEAD_LETTER));
  }

  private static Params queue(Filter filter) {
    return new Params()
        .text("tenantId", filter.tenant().id())
        .text("handlerId", filter.handlerId());
  }

  private static Params params(Filter filter) {
    return queue(filter)
        .words("states", filter.states())
        .number("from", Micros.from(filter.receivedFrom()))
        .number("before", Micros.before(filter.receivedBefore()));
  }

  @Override
  public Optional<Content> content(ConsumptionKey key) {
    Call call = new Call("CONTENT", key);
    try {
      return Optional.ofNullable(
          sessions.alone(
              call, session -> session.one(Sql.CONTENT, Params.key(key), RowMapper::content)));
    } catch (IllegalArgumentException e) {
      throw call.failed("found damaged headers: " + e.getMessage());
    }
  }

  @Override
  public Optional<RowSummary> lockedRead(ConsumptionKey key) {
    if (sessions.inCallersTransaction()) {
      throw new IllegalStateException(
          "a locked read could wait for the calling thread's own transaction");
    }
    return Optional.ofNullable(
            sessions.alone(new Call("LOCKED_READ", key), session -> session.getLocked(key)))
        .map(Row::summary);
  }

  @Override
  public List<AuditEntry> audit(ConsumptionKey key) {
    return sessions.alone(
        new Call("AUDIT", key),
        session -> session.list(Sql.AUDIT, Params.key(key), JdbcReads::entry));
  }

  private static AuditEntry entry(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getString("action"),
        row.getString("actor"),
        row.getString("second_actor"),
        row.getString("reason"),
        row.getString("detail"),
        RowMapper.instant(row, "at_micros"));
  }

  /** Tenants that cannot be, written by hand, are passed by. */
  @Override
  public List<Tenant> tenants(String handlerId, Tenant after, int limit) {
    return sessions.alone(
        new Call("TENANTS", handlerId),
        session -> {
          List<Tenant> tenants = new ArrayList<>();
          String last = after == null ? "" : after.id();
          boolean isMore = true;
          while (isMore && tenants.size() < limit) {
            int wanted = limit - tenants.size();
            Params params =
                new Params()
                    .text("handlerId", handlerId)
                    .text("afterTenant", last)
                    .number("limit", wanted);
            List<String> ids = session.list(Sql.TENANTS, params, row -> row.getString("tenant_id"));
            for (String id : ids) {
              Tenant tenant = RowMapper.tenantIfReadable(id);
              if (tenant != null) {
                tenants.add(tenant);
              }
              last = id;
            }
            isMore = ids.size() == wanted;
          }
          return List.copyOf(tenants);
        });
  }

  @Override
  public List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin) {
    return positions.brokerPositions(tenant, handlerIds, receivedWithin);
  }
}
