package io.consumptionledger.jdbc.internal;

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
import java.util.Optional;
import java.util.Set;

/** The half of the store that operators look at. */
abstract class JdbcDesk implements InspectionVerbs, AuditVerbs {
  private final JdbcInspection inspection;
  private final JdbcStandings standings;
  private final JdbcAudit audit;

  JdbcDesk(Sessions sessions) {
    this.inspection = new JdbcInspection(sessions);
    this.standings = new JdbcStandings(sessions);
    this.audit = new JdbcAudit(sessions);
  }

  @Override
  public List<String> handlers(Tenant tenant, String after, int limit) {
    return inspection.handlers(tenant, after, limit);
  }

  @Override
  public RowPage rows(Tenant tenant, RowFilter filter, RowPosition after, int limit) {
    return inspection.rows(tenant, filter, after, limit);
  }

  @Override
  public Counted countRows(Tenant tenant, RowFilter filter, int limit) {
    return inspection.countRows(tenant, filter, limit);
  }

  @Override
  public ErrorGroups errorGroups(
      Tenant tenant, String handlerId, Instant receivedFrom, Instant receivedBefore, int limit) {
    return inspection.errorGroups(tenant, handlerId, receivedFrom, receivedBefore, limit);
  }

  @Override
  public Optional<ConsumptionKey> blockedBy(ConsumptionKey key) {
    return standings.blockedBy(key);
  }

  @Override
  public List<InFlight> inFlight(Tenant tenant, String handlerId, int limit) {
    return standings.inFlight(tenant, handlerId, limit);
  }

  @Override
  public HandlerLoad load(Tenant tenant, String handlerId, int limit) {
    return standings.load(tenant, handlerId, limit);
  }

  @Override
  public List<SeenNode> nodes(int limit) {
    return standings.nodes(limit);
  }

  @Override
  public List<Anomaly> anomalyPage(
      Tenant tenant,
      Set<AnomalyKind> kinds,
      Instant from,
      Instant before,
      Anomaly after,
      int limit) {
    return audit.anomalyPage(tenant, kinds, from, before, after, limit);
  }

  @Override
  public List<Anomaly> anomaliesOf(ConsumptionKey key, int limit) {
    return audit.anomaliesOf(key, limit);
  }

  @Override
  public Optional<Content> lookAtContent(ConsumptionKey key, OperatorAction action) {
    return audit.lookAtContent(key, action);
  }

  @Override
  public Optional<QuarantinedMessage> lookAtQuarantined(
      Tenant tenant, String id, OperatorAction action) {
    return audit.lookAtQuarantined(tenant, id, action);
  }

  @Override
  public List<AuditLine> auditLog(
      Tenant tenant, Instant from, Instant before, AuditLine after, int limit) {
    return audit.auditLog(tenant, from, before, after, limit);
  }

  @Override
  public List<AuditLine> auditLog(ConsumptionKey key, AuditLine after, int limit) {
    return audit.auditLog(key, after, limit);
  }
}
