package io.consumptionledger.memory;

import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.InspectionVerbs.Counted;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RetentionVerbs.PurgedAside;
import io.consumptionledger.spi.RowSummary;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Messages that cannot be given a key. Their id covers the tenant. */
final class MemoryQuarantine implements QuarantineVerbs {
  private record Kept(String id, QuarantinedMessage message, Instant at, Closing closing) {
    boolean isOf(Tenant tenant) {
      return message.tenant().equals(tenant);
    }

    boolean isOpen() {
      return closing == null;
    }

    boolean matches(QuarantineFilter filter) {
      return (filter.handlerId() == null || filter.handlerId().equals(message.handlerId()))
          && switch (filter.which()) {
            case ANY -> true;
            case OPEN -> isOpen();
            case CLOSED -> !isOpen();
          }
          && MemoryReads.isWithin(filter.receivedFrom(), filter.receivedBefore(), at);
    }

    boolean follows(QuarantinePosition place) {
      int time = at.compareTo(place.receivedAt());
      return time < 0 || (time == 0 && id.compareTo(place.id()) < 0);
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
          closing);
    }
  }

  private static final Comparator<Kept> NEWEST_FIRST =
      Comparator.comparing(Kept::at).thenComparing(Kept::id).reversed();

  private final StoreClock clock;
  private final Rows rows;
  private final MemoryAudit audit;
  private final Map<String, Kept> messages = new TreeMap<>();

  MemoryQuarantine(StoreClock clock, Rows rows, MemoryAudit audit) {
    this.clock = clock;
    this.rows = rows;
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
  public Optional<QuarantineEntry> quarantineEntry(Tenant tenant, String id) {
    return find(tenant, id).map(Kept::entry);
  }

  @Override
  public QuarantinePage quarantinePage(
      Tenant tenant, QuarantineFilter filter, QuarantinePosition after, int limit) {
    List<QuarantineEntry> page =
        selected(tenant, filter)
            .filter(kept -> after == null || kept.follows(after))
            .sorted(NEWEST_FIRST)
            .limit(limit)
            .map(Kept::entry)
            .toList();
    QuarantineEntry last = page.size() < limit ? null : page.get(limit - 1);
    return new QuarantinePage(
        page, last == null ? null : new QuarantinePosition(last.receivedAt(), last.id()));
  }

  @Override
  public Counted countQuarantined(Tenant tenant, QuarantineFilter filter, int limit) {
    long number = selected(tenant, filter).limit(limit + 1L).count();
    return new Counted(number, number <= limit);
  }

  private Stream<Kept> selected(Tenant tenant, QuarantineFilter filter) {
    return messages.values().stream().filter(kept -> kept.isOf(tenant) && kept.matches(filter));
  }

  @Override
  public AdmitResult admit(Tenant tenant, String id, NewRow row, OperatorAction action) {
    MemoryRecords.required(Transition.ADMIT, row.key(), row.content());
    Kept kept = find(tenant, id).orElse(null);
    if (kept == null) {
      return new AdmitResult.NotFound();
    }
    if (!kept.isOpen()) {
      return new AdmitResult.Closed(kept.closing().as());
    }
    Instant now = rows.now();
    MemoryRow there = rows.find(row.key());
    if (there != null) {
      return meet(kept, there.summary(now), row, action);
    }
    MemoryRow made = new MemoryRow(row, rows.order().place(row), now);
    made.content = row.content();
    made.await(WaitReason.REPLAY, now);
    made.failure = kept.message().failure();
    rows.insert(Transition.ADMIT, made);
    rows.order().inserted(row, made);
    close(kept, Resolution.REPLAYED, action);
    audit.ofAdmitted(tenant, id, row.key(), action);
    return new AdmitResult.Admitted(Commit.DONE);
  }

  private AdmitResult meet(Kept kept, RowSummary there, NewRow row, OperatorAction action) {
    if (!there.hash().equals(Optional.ofNullable(row.payloadHash()))) {
      return new AdmitResult.Taken(there);
    }
    close(kept, Resolution.REPLAYED, action);
    audit.ofQuarantined(
        kept.message().tenant(),
        kept.id(),
        Resolution.REPLAYED.action(),
        action,
        QuarantineVerbs.duplicate(there));
    return new AdmitResult.Duplicate(there);
  }

  @Override
  public boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action) {
    return close(tenant, id, Resolution.RESOLVED, action);
  }

  @Override
  public boolean discardQuarantined(Tenant tenant, String id, OperatorAction action) {
    return close(tenant, id, Resolution.DISCARDED, action);
  }

  private boolean close(Tenant tenant, String id, Resolution as, OperatorAction action) {
    Optional<Kept> open = find(tenant, id).filter(Kept::isOpen);
    open.ifPresent(
        kept -> {
          close(kept, as, action);
          audit.ofQuarantined(tenant, id, as.action(), action, null);
        });
    return open.isPresent();
  }

  private void close(Kept kept, Resolution as, OperatorAction action) {
    Closing closing = new Closing(as, action.actor(), action.reason(), clock.now());
    messages.put(kept.id(), new Kept(kept.id(), kept.message(), kept.at(), closing));
  }

  PurgedAside purge(Tenant tenant, Instant before, int limit) {
    List<Kept> old =
        messages.values().stream()
            .filter(
                kept -> kept.isOf(tenant) && !kept.isOpen() && kept.closing().at().isBefore(before))
            .sorted(Comparator.comparing(kept -> kept.closing().at()))
            .limit(limit)
            .toList();
    old.forEach(kept -> messages.remove(kept.id()));
    return new PurgedAside(old.size(), old.size() == limit);
  }

  private Optional<Kept> find(Tenant tenant, String id) {
    return Optional.ofNullable(messages.get(id)).filter(kept -> kept.isOf(tenant));
  }
}
