package io.consumptionledger.memory;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.QuarantinedMessage;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Messages that cannot be given a key. Their id covers the tenant. */
final class MemoryQuarantine implements QuarantineVerbs {
  private record Kept(String id, QuarantinedMessage message, Instant at, OperatorAction resolved) {
    boolean isOf(Tenant tenant) {
      return message.tenant().equals(tenant);
    }

    QuarantineEntry entry() {
      return new QuarantineEntry(
          id,
          message.handlerId(),
          message.source().topic(),
          message.source().partition(),
          message.source().offset(),
          message.failure().message(),
          at,
          resolved == null ? null : resolved.actor());
    }
  }

  private static final Comparator<Kept> NEWEST_FIRST =
      Comparator.comparing(Kept::at).thenComparing(Kept::id).reversed();

  private final StoreClock clock;
  private final MemoryAudit audit;
  private final Map<String, Kept> messages = new TreeMap<>();

  MemoryQuarantine(StoreClock clock, MemoryAudit audit) {
    this.clock = clock;
    this.audit = audit;
  }

  @Override
  public boolean quarantine(QuarantinedMessage message) {
    String id = message.id();
    return messages.putIfAbsent(id, new Kept(id, message, clock.now(), null)) == null;
  }

  @Override
  public Optional<QuarantinedMessage> quarantined(Tenant tenant, String id) {
    return find(tenant, id).map(Kept::message);
  }

  @Override
  public List<QuarantineEntry> quarantineList(Tenant tenant, int limit) {
    return messages.values().stream()
        .filter(kept -> kept.isOf(tenant))
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .map(Kept::entry)
        .toList();
  }

  @Override
  public boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action) {
    Optional<Kept> open = find(tenant, id).filter(kept -> kept.resolved() == null);
    open.ifPresent(
        kept -> {
          messages.put(id, new Kept(id, kept.message(), kept.at(), action));
          audit.ofQuarantined(tenant, id, "RESOLVE_QUARANTINED", action, null);
        });
    return open.isPresent();
  }

  private Optional<Kept> find(Tenant tenant, String id) {
    return Optional.ofNullable(messages.get(id)).filter(kept -> kept.isOf(tenant));
  }
}
