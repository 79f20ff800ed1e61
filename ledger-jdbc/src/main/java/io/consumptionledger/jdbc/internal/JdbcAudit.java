package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AuditVerbs;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.QuarantinedMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Looks that leave a trace, the traces, and what should not have happened. */
final class JdbcAudit {
  private final Sessions sessions;

  JdbcAudit(Sessions sessions) {
    this.sessions = sessions;
  }

  /** Nothing is returned before the audit is committed. After a lost reply it may tell it twice. */
  Optional<Content> lookAtContent(ConsumptionKey key, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    Call call = new Call(AuditVerbs.LOOK, key);
    try {
      return sessions.transaction(
          call,
          session -> {
            Content content = session.one(Sql.CONTENT, Params.key(key), RowMapper::content);
            if (content != null) {
              Params line = Params.key(key).text("quarantineId", null);
              append(session, line, AuditVerbs.LOOK, action, AuditVerbs.shown(content));
            }
            return Optional.ofNullable(content);
          });
    } catch (IllegalArgumentException e) {
      throw call.failed("found damaged headers: " + e.getMessage());
    }
  }

  Optional<QuarantinedMessage> lookAtQuarantined(Tenant tenant, String id, OperatorAction action) {
    Objects.requireNonNull(action, "action");
    Call call = new Call(AuditVerbs.LOOK_QUARANTINED, id);
    Params which = new Params().text("tenantId", tenant.id()).text("quarantineId", id);
    try {
      return sessions.transaction(
          call,
          session -> {
            QuarantinedMessage message =
                session.one(Sql.QUARANTINED, which, JdbcQuarantine::message);
            if (message != null) {
              Params line = which.text("handlerId", null).text("eventId", null);
              append(
                  session,
                  line.text("itemKey", null),
                  AuditVerbs.LOOK_QUARANTINED,
                  action,
                  AuditVerbs.shown(message));
            }
            return Optional.ofNullable(message);
          });
    } catch (IllegalArgumentException e) {
      throw call.failed("found damaged headers: " + e.getMessage());
    }
  }

  private static void append(
      Session session, Params line, String name, OperatorAction action, String detail)
      throws SQLException {
    session.update(
        Sql.APPEND_AUDIT,
        line.text("action", name)
            .text("actor", action.actor())
            .text("secondActor", null)
            .text("reason", action.reason())
            .text("detail", action.detail(detail)));
  }

  List<AuditVerbs.AuditLine> auditLog(
      Tenant tenant, Instant from, Instant before, AuditVerbs.AuditLine after, int limit) {
    long bound = Micros.before(before);
    boolean isFirst = after == null || Micros.of(after.at()) >= bound;
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .number("from", Micros.from(from))
            .number("before", isFirst ? bound : Micros.of(after.at()))
            .number("beforeId", isFirst ? 0L : after.id())
            .number("limit", limit);
    return sessions.alone(
        new Call("AUDIT_LOG", tenant),
        session -> session.list(Sql.AUDIT_LOG, params, JdbcAudit::line));
  }

  List<AuditVerbs.AuditLine> auditLog(ConsumptionKey key, AuditVerbs.AuditLine after, int limit) {
    Params params =
        Params.key(key)
            .number("beforeId", after == null ? Long.MAX_VALUE : after.id())
            .number("limit", limit);
    return sessions.alone(
        new Call("AUDIT_LOG", key),
        session -> session.list(Sql.AUDIT_LOG_OF, params, JdbcAudit::line));
  }

  private static AuditVerbs.AuditLine line(ResultSet row) throws SQLException {
    return new AuditVerbs.AuditLine(
        row.getLong("audit_id"),
        new Tenant(row.getString("tenant_id")),
        row.getString("handler_id"),
        row.getString("event_id"),
        row.getString("item_key"),
        row.getString("quarantine_id"),
        row.getString("action"),
        row.getString("actor"),
        row.getString("second_actor"),
        row.getString("reason"),
        row.getString("detail"),
        RowMapper.instant(row, "at_micros"));
  }

  List<Anomaly> anomalyPage(
      Tenant tenant,
      Set<AnomalyKind> kinds,
      Instant from,
      Instant before,
      Anomaly after,
      int limit) {
    long bound = Micros.before(before);
    boolean isFirst = after == null || Micros.of(after.seenAt()) >= bound;
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .words("kinds", kinds)
            .number("from", Micros.from(from))
            .number("before", isFirst ? bound : Micros.of(after.seenAt()))
            .text("handlerId", isFirst ? "" : after.key().handlerId())
            .text("eventId", isFirst ? "" : after.key().eventId())
            .text("itemKey", isFirst ? "" : after.key().itemKey())
            .number("epoch", isFirst ? 0L : after.epoch())
            .text("kind", isFirst ? "" : after.kind().name())
            .number("limit", limit);
    return sessions.alone(
        new Call("ANOMALY_PAGE", tenant),
        session -> session.list(Sql.ANOMALY_PAGE, params, JdbcAnomalies::anomaly));
  }

  List<Anomaly> anomaliesOf(ConsumptionKey key, int limit) {
    return sessions.alone(
        new Call("ANOMALIES_OF", key),
        session ->
            session.list(
                Sql.ANOMALIES_OF, Params.key(key).number("limit", limit), JdbcAnomalies::anomaly));
  }
}
