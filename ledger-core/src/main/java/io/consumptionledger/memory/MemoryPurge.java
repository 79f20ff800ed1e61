package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
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
    // A row cannot be settled before it was received, so the walk can end there.
    List<MemoryRow> seen =
        rows.of(tenant, handlerId)
            .filter(row -> row.receivedAt.isBefore(before) && isBeyond(cursor, row))
            .sorted(Rows.BY_RECEIVED)
            .limit(limit)
            .toList();
    int deleted = 0;
    for (MemoryRow row : seen) {
      if (states.contains(row.state) && row.updatedAt.isBefore(before)) {
        rows.delete(row);
        deleted++;
      }
    }
    return new PurgeResult(deleted, seen.size() < limit ? null : at(seen.get(limit - 1)));
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
