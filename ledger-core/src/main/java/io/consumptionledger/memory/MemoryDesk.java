package io.consumptionledger.memory;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AuditVerbs;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.InspectionVerbs;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantinedMessage;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The half of the store in memory that operators look at, under the same lock. */
abstract class MemoryDesk implements InspectionVerbs, AuditVerbs {
  abstract MemoryInspection inspection();

  abstract MemoryAudit auditTrail();

  abstract Optional<Content> contentOf(ConsumptionKey key);

  abstract Optional<QuarantinedMessage> messageOf(Tenant tenant, String id);

  /** A missing tenant would otherwise look like a tenant without rows. */
  static Tenant given(Tenant tenant) {
    return Objects.requireNonNull(tenant, "tenant");
  }

  @Override
  public synchronized List<String> handlers(Tenant tenant, String after, int limit) {
    return inspection().handlers(given(tenant), after, limit);
  }

  @Override
  public synchronized RowPage rows(Tenant tenant, RowFilter filter, RowPosition after, int limit) {
    return inspection().rows(given(tenant), filter, after, limit);
  }

  @Override
  public synchronized Counted countRows(Tenant tenant, RowFilter filter, int limit) {
    return inspection().countRows(given(tenant), filter, limit);
  }

  @Override
  public synchronized ErrorGroups errorGroups(
      Tenant tenant, String handlerId, Instant receivedFrom, Instant receivedBefore, int limit) {
    return inspection().errorGroups(given(tenant), handlerId, receivedFrom, receivedBefore, limit);
  }

  @Override
  public synchronized Optional<ConsumptionKey> blockedBy(ConsumptionKey key) {
    return inspection().blockedBy(key);
  }

  @Override
  public synchronized List<InFlight> inFlight(Tenant tenant, String handlerId, int limit) {
    return inspection().inFlight(given(tenant), handlerId, limit);
  }

  @Override
  public synchronized HandlerLoad load(Tenant tenant, String handlerId, int limit) {
    return inspection().load(given(tenant), handlerId, limit);
  }

  @Override
  public synchronized List<SeenNode> nodes(int limit) {
    return inspection().nodes(limit);
  }

  @Override
  public synchronized List<Anomaly> anomalyPage(
      Tenant tenant,
      Set<AnomalyKind> kinds,
      Instant from,
      Instant before,
      Anomaly after,
      int limit) {
    return inspection().anomalyPage(given(tenant), kinds, from, before, after, limit);
  }

  @Override
  public synchronized List<Anomaly> anomaliesOf(ConsumptionKey key, int limit) {
    return inspection().anomaliesOf(key, limit);
  }

  @Override
  public synchronized Optional<Content> lookAtContent(ConsumptionKey key, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    Optional<Content> content = contentOf(key);
    content.ifPresent(shown -> auditTrail().ofRow(key, LOOK, action, AuditVerbs.shown(shown)));
    return content;
  }

  @Override
  public synchronized Optional<QuarantinedMessage> lookAtQuarantined(
      Tenant tenant, String id, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    Optional<QuarantinedMessage> message = messageOf(given(tenant), id);
    message.ifPresent(
        shown ->
            auditTrail()
                .ofQuarantined(tenant, id, LOOK_QUARANTINED, action, AuditVerbs.shown(shown)));
    return message;
  }

  @Override
  public synchronized List<AuditLine> auditLog(
      Tenant tenant, Instant from, Instant before, AuditLine after, int limit) {
    return auditTrail().log(given(tenant), from, before, after, limit);
  }

  @Override
  public synchronized List<AuditLine> auditLog(ConsumptionKey key, AuditLine after, int limit) {
    return auditTrail().log(key, after, limit);
  }
}
