package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import io.consumptionledger.spi.RetentionVerbs.Purgeable;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/** Deletes final rows, walking them in the order in which they were received. */
final class MemoryPurge {
  private final Rows rows;

  MemoryPurge(Rows rows) {
    this.rows = rows;
  }

  Instant now() {
    return rows.now();
  }

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
    Instant before = StoreClock.before(rows.now(), settledBefore);
    List<MemoryRow> seen = seen(tenant, handlerId, before, cursor, limit);
    int deleted = 0;
    for (MemoryRow row : seen) {
      if (isPurgeable(row, states, before)) {
        rows.delete(row);
        deleted++;
      }
    }
    return new PurgeResult(deleted, next(seen, limit));
  }

  Purgeable purgeable(Purge what, PurgeCursor cursor, int limit) {
    Instant before = StoreClock.before(rows.now(), what.settledBefore());
    List<MemoryRow> seen = seen(what.tenant(), what.handlerId(), before, cursor, limit);
    return new Purgeable(
        seen.stream()
            .filter(row -> isPurgeable(row, what.states(), before))
            .map(row -> row.row(rows.now()))
            .toList(),
        next(seen, limit));
  }

  int delete(Purge what, List<ConsumptionKey> keys) {
    Instant before = StoreClock.before(rows.now(), what.settledBefore());
    int deleted = 0;
    for (ConsumptionKey key : keys) {
      MemoryRow row = what.concerns(key) ? rows.find(key) : null;
      if (row != null && isPurgeable(row, what.states(), before)) {
        rows.delete(row);
        deleted++;
      }
    }
    return deleted;
  }

  /** A row cannot be settled before it was received, so the walk can end there. */
  private List<MemoryRow> seen(
      Tenant tenant, String handlerId, Instant before, PurgeCursor cursor, int limit) {
    return rows.of(tenant, handlerId)
        .filter(row -> row.receivedAt.isBefore(before) && isBeyond(cursor, row))
        .sorted(Rows.BY_RECEIVED)
        .limit(limit)
        .toList();
  }

  private static boolean isPurgeable(MemoryRow row, Set<ConsumptionState> states, Instant before) {
    return states.contains(row.state) && row.updatedAt.isBefore(before);
  }

  private static PurgeCursor next(List<MemoryRow> seen, int limit) {
    return seen.size() < limit ? null : at(seen.get(limit - 1));
  }

  private static boolean isBeyond(PurgeCursor cursor, MemoryRow row) {
    if (cursor == null) {
      return true;
    }
    long received = micros(row.receivedAt);
    if (received != cursor.receivedMicros()) {
      return received > cursor.receivedMicros();
    }
    ConsumptionKey last =
        new ConsumptionKey(
            row.key.tenant(), row.key.handlerId(), cursor.eventId(), cursor.itemKey());
    return row.key.compareTo(last) > 0;
  }

  private static PurgeCursor at(MemoryRow row) {
    return new PurgeCursor(micros(row.receivedAt), row.key.eventId(), row.key.itemKey());
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
