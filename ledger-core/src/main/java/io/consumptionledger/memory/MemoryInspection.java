package io.consumptionledger.memory;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Metadata;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.InspectionVerbs;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What people look at. It looks at everything, so that it always tells the whole. */
final class MemoryInspection implements InspectionVerbs {
  private static final Comparator<ErrorGroup> LARGEST_FIRST =
      Comparator.comparingLong(ErrorGroup::count)
          .reversed()
          .thenComparing(group -> group.example().fingerprint());

  private final Rows rows;
  private final MemoryAnomalies anomalies;
  private final MemoryNodes nodes;

  MemoryInspection(Rows rows, MemoryAnomalies anomalies, MemoryNodes nodes) {
    this.rows = rows;
    this.anomalies = anomalies;
    this.nodes = nodes;
  }

  @Override
  public List<String> handlers(Tenant tenant, String after, int limit) {
    return rows.all()
        .filter(row -> row.key.tenant().equals(tenant))
        .map(row -> row.key.handlerId())
        .filter(id -> after == null || Rows.TEXT.compare(id, after) > 0)
        .distinct()
        .sorted(Rows.TEXT)
        .limit(limit)
        .toList();
  }

  @Override
  public RowPage rows(Tenant tenant, RowFilter filter, RowPosition after, int limit) {
    Instant now = rows.now();
    List<Row> page =
        selected(tenant, filter)
            .filter(row -> after == null || follows(row, after))
            .sorted(Rows.BY_RECEIVED.reversed())
            .limit(limit)
            .map(row -> withoutSecrets(row.row(now)))
            .toList();
    return new RowPage(
        page, page.size() < limit ? null : RowPosition.of(page.get(page.size() - 1)));
  }

  private Stream<MemoryRow> selected(Tenant tenant, RowFilter filter) {
    return rows.of(tenant, filter.handlerId()).filter(row -> matches(filter, row));
  }

  /** Whether a filter lets a row through, whoever's it is. */
  static boolean matches(RowFilter filter, MemoryRow row) {
    return filter.states().contains(row.state)
        && MemoryReads.isWithin(filter.receivedFrom(), filter.receivedBefore(), row.receivedAt)
        && failed(row.failure, filter)
        && isAbout(row.metadata, filter);
  }

  private static boolean failed(Failure failure, RowFilter filter) {
    if (failure == null) {
      return filter.errorClass() == null
          && filter.errorCode() == null
          && filter.fingerprint() == null;
    }
    return is(filter.errorClass(), failure.errorClass())
        && is(filter.errorCode(), failure.code())
        && is(filter.fingerprint(), failure.fingerprint());
  }

  private static boolean isAbout(Metadata metadata, RowFilter filter) {
    return is(filter.eventType(), metadata.eventType())
        && is(filter.aggregateType(), metadata.aggregateType())
        && is(filter.aggregateId(), metadata.aggregateId());
  }

  private static boolean is(Object wanted, Object found) {
    return wanted == null || wanted.equals(found);
  }

  private static boolean follows(MemoryRow row, RowPosition place) {
    int time = row.receivedAt.compareTo(place.receivedAt());
    int event = Rows.TEXT.compare(row.key.eventId(), place.eventId());
    int item = Rows.TEXT.compare(row.key.itemKey(), place.itemKey());
    return time < 0 || (time == 0 && (event < 0 || (event == 0 && item < 0)));
  }

  /** A row as everybody who operates may see it. */
  private static Row withoutSecrets(Row row) {
    RowSummary summary = row.summary();
    return new Row(
        new RowSummary(
            summary.key(),
            summary.state(),
            null,
            summary.epoch(),
            summary.attempt(),
            summary.yields(),
            summary.rowVersion(),
            summary.leaseLeft(),
            summary.dueIn(),
            summary.age(),
            summary.errorClass(),
            summary.payloadState(),
            summary.payloadHash(),
            summary.order()),
        row.metadata(),
        row.failure(),
        row.waitReason(),
        row.node(),
        row.replayGeneration(),
        null,
        row.leaseExpiresAt(),
        row.dueAt(),
        row.deadSince(),
        row.receivedAt(),
        row.updatedAt(),
        row.closedBy(),
        row.closedReason());
  }

  @Override
  public Counted countRows(Tenant tenant, RowFilter filter, int limit) {
    return counted(selected(tenant, filter), limit);
  }

  private static Counted counted(Stream<MemoryRow> selected, int limit) {
    long number = selected.limit(limit + 1L).count();
    return new Counted(number, number <= limit);
  }

  @Override
  public ErrorGroups errorGroups(
      Tenant tenant, String handlerId, Instant receivedFrom, Instant receivedBefore, int limit) {
    List<ErrorGroup> groups =
        rows
            .of(tenant, handlerId)
            .filter(row -> row.state == ConsumptionState.DEAD_LETTER)
            .filter(row -> MemoryReads.isWithin(receivedFrom, receivedBefore, row.receivedAt))
            .collect(Collectors.groupingBy(row -> row.failure.fingerprint()))
            .values()
            .stream()
            .map(MemoryInspection::group)
            .sorted(LARGEST_FIRST)
            .toList();
    return new ErrorGroups(groups.stream().limit(limit).toList(), groups.size() <= limit);
  }

  private static ErrorGroup group(List<MemoryRow> alike) {
    Comparator<MemoryRow> byDeath = Comparator.comparing(row -> row.deadSince);
    return new ErrorGroup(
        alike.stream().max(Rows.BY_RECEIVED).orElseThrow().failure,
        alike.size(),
        alike.stream().min(byDeath).orElseThrow().deadSince,
        alike.stream().max(byDeath).orElseThrow().deadSince);
  }

  @Override
  public Optional<ConsumptionKey> blockedBy(ConsumptionKey key) {
    return Optional.ofNullable(rows.find(key)).flatMap(rows.order()::before);
  }

  @Override
  public List<InFlight> inFlight(Tenant tenant, String handlerId, int limit) {
    Instant now = rows.now();
    return rows.of(tenant, handlerId)
        .filter(row -> row.state == ConsumptionState.PROCESSING)
        .sorted(
            Comparator.<MemoryRow, Instant>comparing(row -> row.updatedAt)
                .thenComparing(row -> row.key))
        .limit(limit)
        .map(
            row ->
                new InFlight(
                    row.key,
                    row.node,
                    row.attempt,
                    StoreClock.between(row.updatedAt, now),
                    StoreClock.between(now, row.leaseExpiresAt),
                    row.leaseExpiresAt))
        .toList();
  }

  @Override
  public HandlerLoad load(Tenant tenant, String handlerId, int limit) {
    Instant now = rows.now();
    Map<ConsumptionState, Counted> states = new EnumMap<>(ConsumptionState.class);
    for (ConsumptionState state : ConsumptionState.values()) {
      states.put(
          state, counted(rows.of(tenant, handlerId).filter(row -> row.state == state), limit));
    }
    Duration oldestDue =
        rows.of(tenant, handlerId)
            .map(row -> row.dueAt)
            .filter(due -> due != null && !due.isAfter(now))
            .min(Comparator.naturalOrder())
            .map(due -> StoreClock.between(due, now))
            .orElse(null);
    return new HandlerLoad(states, oldestDue);
  }

  @Override
  public List<SeenNode> nodes(int limit) {
    return nodes.running().stream().limit(limit).toList();
  }

  @Override
  public List<Anomaly> anomalyPage(
      Tenant tenant,
      Set<AnomalyKind> kinds,
      Instant from,
      Instant before,
      Anomaly after,
      int limit) {
    return anomalies.page(tenant, kinds, from, before, after, limit);
  }

  @Override
  public List<Anomaly> anomaliesOf(ConsumptionKey key, int limit) {
    return anomalies.of(key, limit);
  }
}
