package io.consumptionledger.jdbc.internal;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ReadVerbs.BrokerPosition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a consumer must begin. Each handler is asked for by itself: only with one handler named can
 * every database look at the wanted window of its index and nothing else.
 */
final class JdbcPositions {
  private final Sessions sessions;

  JdbcPositions(Sessions sessions) {
    this.sessions = sessions;
  }

  private record Source(String topic, int partition) implements Comparable<Source> {
    private static final Comparator<Source> IN_ORDER =
        Comparator.comparing(Source::topic).thenComparing(Source::partition);

    @Override
    public int compareTo(Source other) {
      return IN_ORDER.compare(this, other);
    }
  }

  private record Seen(Source source, long next) {
    static Seen of(ResultSet row) throws SQLException {
      Long open = RowMapper.number(row, "lowest_open");
      long highest = row.getLong("highest");
      long after = highest == Long.MAX_VALUE ? highest : highest + 1;
      return new Seen(
          new Source(row.getString("topic"), row.getInt("partition_no")),
          open == null ? after : open);
    }
  }

  List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin) {
    Objects.requireNonNull(tenant, "tenant");
    if (handlerIds.isEmpty()) {
      throw new InvalidFieldException("handlerIds", "is empty; name at least one handler");
    }
    return sessions.alone(
        new Call("BROKER_POSITIONS", tenant + "/" + handlerIds),
        session -> {
          Map<Source, Long> all = new TreeMap<>();
          for (String handlerId : new TreeSet<>(handlerIds)) {
            Params params =
                new Params()
                    .text("tenantId", tenant.id())
                    .text("handlerId", handlerId)
                    .span("receivedWithin", receivedWithin);
            for (Seen seen : session.list(Sql.BROKER_POSITIONS, params, Seen::of)) {
              // The handler that is behind decides: what it has not seen must come again.
              all.merge(seen.source, seen.next, Math::min);
            }
          }
          return all.entrySet().stream()
              .map(
                  each ->
                      new BrokerPosition(
                          each.getKey().topic, each.getKey().partition, each.getValue()))
              .toList();
        });
  }
}
