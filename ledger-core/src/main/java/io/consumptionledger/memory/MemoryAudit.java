package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What operators did. Outlives the rows. Not thread-safe: the store's lock guards it. */
final class MemoryAudit {
  private static final Comparator<AuditLine> NEWEST_FIRST =
      Comparator.comparing(AuditLine::at).thenComparing(AuditLine::id).reversed();

  private final StoreClock clock;
  private final List<AuditLine> lines = new ArrayList<>();

  MemoryAudit(StoreClock clock) {
    this.clock = clock;
  }

  /** What something was done to; without an event it is no single row. */
  private record Subject(
      Tenant tenant, String handlerId, String eventId, String itemKey, String quarantineId) {
    static Subject of(ConsumptionKey key) {
      return new Subject(key.tenant(), key.handlerId(), key.eventId(), key.itemKey(), null);
    }
  }

  void append(ConsumptionKey key, AuditEntry entry) {
    append(Subject.of(key), entry);
  }

  /** What is not about a single row. */
  void append(Tenant tenant, AuditEntry entry) {
    append(new Subject(tenant, null, null, null, null), entry);
  }

  void ofRow(ConsumptionKey key, String name, OperatorAction action, String detail) {
    append(Subject.of(key), entry(name, action, detail));
  }

  void ofHandler(
      Tenant tenant, String handlerId, String name, OperatorAction action, String detail) {
    append(new Subject(tenant, handlerId, null, null, null), entry(name, action, detail));
  }

  void ofQuarantined(Tenant tenant, String id, String name, OperatorAction action, String detail) {
    append(new Subject(tenant, null, null, null, id), entry(name, action, detail));
  }

  /** Told to the tenant of the row, and to that of the message if it is another. */
  void ofAdmitted(Tenant tenant, String id, ConsumptionKey key, OperatorAction action) {
    String name = QuarantineVerbs.Resolution.REPLAYED.action();
    append(
        new Subject(key.tenant(), key.handlerId(), key.eventId(), key.itemKey(), id),
        entry(name, action, null));
    if (!key.tenant().equals(tenant)) {
      ofQuarantined(tenant, id, name, action, QuarantineVerbs.admittedTo(key));
    }
  }

  private AuditEntry entry(String name, OperatorAction action, String detail) {
    return new AuditEntry(
        name, action.actor(), null, action.reason(), action.detail(detail), clock.now());
  }

  private void append(Subject of, AuditEntry entry) {
    lines.add(
        new AuditLine(
            lines.size() + 1L,
            of.tenant,
            of.handlerId,
            of.eventId,
            of.itemKey,
            of.quarantineId,
            entry.action(),
            entry.actor(),
            entry.secondActor(),
            entry.reason(),
            entry.detail(),
            entry.at()));
  }

  List<AuditEntry> of(ConsumptionKey key) {
    return about(key)
        .map(
            line ->
                new AuditEntry(
                    line.action(),
                    line.actor(),
                    line.secondActor(),
                    line.reason(),
                    line.detail(),
                    line.at()))
        .toList();
  }

  private Stream<AuditLine> about(ConsumptionKey key) {
    return lines.stream()
        .filter(line -> line.tenant().equals(key.tenant()))
        .filter(line -> key.handlerId().equals(line.handlerId()))
        .filter(line -> key.eventId().equals(line.eventId()))
        .filter(line -> key.itemKey().equals(line.itemKey()));
  }

  List<AuditLine> log(Tenant tenant, Instant from, Instant before, AuditLine after, int limit) {
    return lines.stream()
        .filter(line -> line.tenant().equals(tenant))
        .filter(line -> MemoryReads.isWithin(from, before, line.at()))
        .filter(line -> after == null || NEWEST_FIRST.compare(line, after) > 0)
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .toList();
  }

  List<AuditLine> log(ConsumptionKey key, AuditLine after, int limit) {
    return about(key)
        .filter(line -> after == null || line.id() < after.id())
        .sorted(Comparator.comparing(AuditLine::id).reversed())
        .limit(limit)
        .toList();
  }
}
