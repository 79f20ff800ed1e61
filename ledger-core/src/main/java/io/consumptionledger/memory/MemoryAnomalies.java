package io.consumptionledger.memory;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AnomalyVerbs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The record of what should not happen: each kind once per claim. */
final class MemoryAnomalies implements AnomalyVerbs {
  private record Identity(ConsumptionKey key, long epoch, AnomalyKind kind) {}

  private static final Comparator<Anomaly> NEWEST_FIRST =
      Comparator.comparing(Anomaly::seenAt)
          .thenComparing(Anomaly::key)
          .thenComparing(Anomaly::epoch)
          .thenComparing(anomaly -> anomaly.kind().name())
          .reversed();

  private final StoreClock clock;
  private final Map<Identity, Anomaly> recorded = new LinkedHashMap<>();

  MemoryAnomalies(StoreClock clock) {
    this.clock = clock;
  }

  @Override
  public boolean recordAnomaly(Anomaly anomaly) {
    Anomaly seen =
        new Anomaly(anomaly.key(), anomaly.epoch(), anomaly.kind(), anomaly.detail(), clock.now());
    Identity identity = new Identity(anomaly.key(), anomaly.epoch(), anomaly.kind());
    return recorded.putIfAbsent(identity, seen) == null;
  }

  List<Anomaly> page(
      Tenant tenant,
      Set<AnomalyKind> kinds,
      Instant from,
      Instant before,
      Anomaly after,
      int limit) {
    return recorded.values().stream()
        .filter(anomaly -> anomaly.key().tenant().equals(tenant))
        .filter(anomaly -> kinds.contains(anomaly.kind()))
        .filter(anomaly -> MemoryReads.isWithin(from, before, anomaly.seenAt()))
        .filter(anomaly -> after == null || NEWEST_FIRST.compare(anomaly, after) > 0)
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .toList();
  }

  List<Anomaly> of(ConsumptionKey key, int limit) {
    return recorded.values().stream()
        .filter(anomaly -> anomaly.key().equals(key))
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .toList();
  }

  @Override
  public List<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, int limit) {
    List<Anomaly> lastFirst = new ArrayList<>(recorded.values());
    Collections.reverse(lastFirst);
    return lastFirst.stream()
        .filter(anomaly -> anomaly.key().tenant().equals(tenant))
        .filter(anomaly -> kinds.contains(anomaly.kind()))
        .filter(anomaly -> MemoryReads.isWithin(from, before, anomaly.seenAt()))
        .sorted(Comparator.comparing(Anomaly::seenAt).reversed())
        .limit(limit)
        .toList();
  }
}
