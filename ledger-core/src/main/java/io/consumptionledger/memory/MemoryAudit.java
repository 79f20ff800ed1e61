package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What operators did. Outlives the rows. Not thread-safe: the store's lock guards it. */
final class MemoryAudit {
  private final Map<ConsumptionKey, List<AuditEntry>> entries = new HashMap<>();

  /** What is not about a single row. */
  private final Map<Tenant, List<AuditEntry>> others = new HashMap<>();

  void append(Tenant tenant, AuditEntry entry) {
    others.computeIfAbsent(tenant, t -> new ArrayList<>()).add(entry);
  }

  void append(ConsumptionKey key, AuditEntry entry) {
    entries.computeIfAbsent(key, k -> new ArrayList<>()).add(entry);
  }

  List<AuditEntry> of(ConsumptionKey key) {
    return List.copyOf(entries.getOrDefault(key, List.of()));
  }
}
