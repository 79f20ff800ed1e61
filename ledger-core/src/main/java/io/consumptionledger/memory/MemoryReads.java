package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.ReadVerbs;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
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

  /** Half-open: from is inside, before is outside; null is no bound. */
  static boolean isWithin(Instant from, Instant before, Instant at) {
    return (from == null || !at.isBefore(from)) && (before == null || at.isBefore(before));
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
