package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.QuarantineFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AdmitResult;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.QuarantineVerbs;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RetentionVerbs;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is kept beside the rows, and how long rows are kept. */
abstract class MemoryKeeping extends MemoryActs implements QuarantineVerbs, RetentionVerbs {
  abstract MemoryQuarantine kept();

  abstract MemoryPurge purge();

  @Override
  public synchronized boolean quarantine(QuarantinedMessage message) {
    return kept().quarantine(message);
  }

  @Override
  public synchronized Optional<QuarantinedMessage> quarantined(Tenant tenant, String id) {
    return kept().quarantined(given(tenant), id);
  }

  @Override
  public synchronized Optional<QuarantineEntry> quarantineEntry(Tenant tenant, String id) {
    return kept().quarantineEntry(given(tenant), id);
  }

  @Override
  public synchronized QuarantinePage quarantinePage(
      Tenant tenant, QuarantineFilter filter, QuarantinePosition after, int limit) {
    return kept().quarantinePage(given(tenant), filter, after, limit);
  }

  @Override
  public synchronized Counted countQuarantined(Tenant tenant, QuarantineFilter filter, int limit) {
    return kept().countQuarantined(given(tenant), filter, limit);
  }

  @Override
  public synchronized AdmitResult admit(
      Tenant tenant, String id, NewRow row, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    return kept().admit(given(tenant), id, row, action);
  }

  @Override
  public synchronized boolean resolveQuarantined(Tenant tenant, String id, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    return kept().resolveQuarantined(given(tenant), id, action);
  }

  @Override
  public synchronized boolean discardQuarantined(Tenant tenant, String id, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    return kept().discardQuarantined(given(tenant), id, action);
  }

  @Override
  Optional<QuarantinedMessage> messageOf(Tenant tenant, String id) {
    return kept().quarantined(tenant, id);
  }

  @Override
  public synchronized PurgeResult purge(
      Purge what, PurgeCursor cursor, int limit, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    PurgeResult result =
        purge()
            .purge(
                what.tenant(),
                what.handlerId(),
                what.states(),
                what.settledBefore(),
                cursor,
                limit);
    tell(what, result.deleted(), action);
    return result;
  }

  @Override
  public synchronized Purgeable purgeable(Purge what, PurgeCursor cursor, int limit) {
    return purge().purgeable(what, cursor, limit);
  }

  @Override
  public synchronized int purgeRows(Purge what, List<ConsumptionKey> keys, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    int deleted = purge().delete(what, keys);
    tell(what, deleted, action);
    return deleted;
  }

  @Override
  public synchronized PurgedAside purgeQuarantined(
      Tenant tenant, Duration closedBefore, int limit, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    PurgedAside purged = kept().purge(given(tenant), before(closedBefore), limit);
    tell(tenant, PURGE_QUARANTINED, action, purged, purged.detail("messages", closedBefore));
    return purged;
  }

  @Override
  public synchronized PurgedAside purgeReplayRequests(
      Tenant tenant, Duration finishedBefore, int limit, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    PurgedAside purged = replays().purge(given(tenant), before(finishedBefore), limit);
    tell(tenant, PURGE_REPLAY_REQUESTS, action, purged, purged.detail("requests", finishedBefore));
    return purged;
  }

  private Instant before(Duration age) {
    return StoreClock.before(purge().now(), age);
  }

  private void tell(
      Tenant tenant, String name, OperatorAction action, PurgedAside purged, String detail) {
    if (purged.deleted() > 0) {
      auditTrail().ofHandler(tenant, null, name, action, detail);
    }
  }

  private void tell(Purge what, int deleted, OperatorAction action) {
    if (deleted > 0) {
      auditTrail().ofHandler(what.tenant(), what.handlerId(), PURGE, action, what.detail(deleted));
    }
  }
}
