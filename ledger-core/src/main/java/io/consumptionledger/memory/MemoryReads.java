package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.OrderVerbs.BlockingHead;
import io.consumptionledger.spi.ReadVerbs;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks without touching. */
final class MemoryReads implements ReadVerbs {
  private final Rows rows;
  private final MemoryAudit audit;

  MemoryReads(Rows rows, MemoryAudit audit) {
    this.rows = rows;
    this.audit = audit;
  }

  @Override
  public Optional<Row> get(ConsumptionKey key) {
    return Optional.ofNullable(rows.find(key)).map(row -> row.row(rows.now()));
  }

  @Override
  public List<Row> list(Collection<ConsumptionKey> keys) {
    Instant now = rows.now();
    return new TreeSet<>(keys)
        .stream().map(rows::find).filter(Objects::nonNull).map(row -> row.row(now)).toList();
  }

  @Override
  public List<Row> list(Filter filter, int limit) {
    Instant now = rows.now();
    return selected(filter)
        .sorted(Rows.BY_RECEIVED.reversed())
        .limit(limit)
        .map(row -> row.row(now))
        .toList();
  }

  @Override
  public int count(Filter filter, int limit) {
    return (int) selected(filter).limit(limit + 1L).count();
  }

  private Stream<MemoryRow> selected(Filter filter) {
    return rows.of(filter.tenant(), filter.handlerId())
        .filter(row -> filter.states().contains(row.state))
        .filter(row -> isWithin(filter.receivedFrom(), filter.receivedBefore(), row.receivedAt));
  }

  @Override
  public List<Tenant> tenants(String handlerId, Tenant after, int limit) {
    return rows.of(handlerId)
        .map(row -> row.key.tenant().id())
        .filter(id -> after == null || Rows.TEXT.compare(id, after.id()) > 0)
        .distinct()
        .sorted(Rows.TEXT)
        .limit(limit)
        .map(Tenant::new)
        .toList();
  }

  @Override
  public List<BrokerPosition> brokerPositions(
      Tenant tenant, Set<String> handlerIds, Duration receivedWithin) {
    if (handlerIds.isEmpty()) {
      throw new InvalidFieldException("handlerIds", "is empty; name at least one handler");
    }
    Instant earliest = StoreClock.before(rows.now(), receivedWithin);
    Map<Source, Long> positions = new TreeMap<>();
    for (String handlerId : handlerIds) {
      seen(tenant, handlerId, earliest)
          .forEach((source, rows) -> positions.merge(source, next(rows), Math::min));
    }
    return positions.entrySet().stream()
        .map(
            each ->
                new BrokerPosition(
                    each.getKey().topic(), each.getKey().partition(), each.getValue()))
        .toList();
  }

  private Map<Source, List<MemoryRow>> seen(Tenant tenant, String handlerId, Instant earliest) {
    return rows.of(tenant, handlerId)
        .filter(row -> !row.receivedAt.isBefore(earliest))
        .filter(row -> row.metadata.topic() != null)
        .filter(row -> row.metadata.partition() != null && row.metadata.offset() != null)
        .collect(Collectors.groupingBy(Source::of));
  }

  private static long next(List<MemoryRow> rows) {
    return rows.stream()
        .filter(row -> row.state == ConsumptionState.PROCESSING && row.content == null)
        .mapToLong(row -> row.metadata.offset())
        .min()
        .orElseGet(
            () -> after(rows.stream().mapToLong(row -> row.metadata.offset()).max().orElseThrow()));
  }

  private static long after(long offset) {
    return offset == Long.MAX_VALUE ? offset : offset + 1;
  }

  private record Source(String topic, int partition) implements Comparable<Source> {
    private static final Comparator<Source> IN_ORDER =
        Comparator.comparing(Source::topic).thenComparing(Source::partition);

    static Source of(MemoryRow row) {
      return new Source(row.metadata.topic(), row.metadata.partition());
    }

    @Override
    public int compareTo(Source other) {
      return IN_ORDER.compare(this, other);
    }
  }

  /** Half-open: from is inside, before is outside; null is no bound. */
  static boolean isWithin(Instant from, Instant before, Instant at) {
    return (from == null || !at.isBefore(from)) && (before == null || at.isBefore(before));
  }

  List<BlockingHead> blockingHeads(Tenant tenant, String handlerId, int limit) {
    return rows.order().blockingHeads(tenant, handlerId, limit);
  }

  @Override
  public Optional<Content> content(ConsumptionKey key) {
    return Optional.ofNullable(rows.find(key)).map(row -> row.content);
  }

  @Override
  public Optional<RowSummary> lockedRead(ConsumptionKey key) {
    return Optional.ofNullable(rows.find(key)).map(row -> row.summary(rows.now()));
  }

  @Override
  public List<AuditEntry> audit(ConsumptionKey key) {
    return audit.of(key);
  }
}
