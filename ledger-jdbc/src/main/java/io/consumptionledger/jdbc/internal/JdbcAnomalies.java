package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.AnomalyVerbs;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The record of what should not happen. */
final class JdbcAnomalies implements AnomalyVerbs {
  private final Sessions sessions;

  JdbcAnomalies(Sessions sessions) {
    this.sessions = sessions;
  }

  /** After a lost reply the anomaly counts as new: told twice is better than never. */
  @Override
  public boolean recordAnomaly(Anomaly anomaly) {
    Params params =
        Params.key(anomaly.key())
            .number("epoch", anomaly.epoch())
            .text("kind", anomaly.kind().name())
            .text("detail", anomaly.detail());
    return sessions.alone(
        new Call("RECORD_ANOMALY", anomaly.key()),
        session -> session.insert(Sql.RECORD_ANOMALY, params) || session.replyLost());
  }

  @Override
  public List<Anomaly> anomalies(
      Tenant tenant, Set<AnomalyKind> kinds, Instant from, Instant before, int limit) {
    Params params =
        new Params()
            .text("tenantId", tenant.id())
            .words("kinds", kinds)
            .number("from", Micros.from(from))
            .number("before", Micros.before(before))
            .number("limit", limit);
    return sessions.alone(
        new Call("ANOMALIES", tenant),
        session -> session.list(Sql.ANOMALIES, params, JdbcAnomalies::anomaly));
  }

  static Anomaly anomaly(ResultSet row) throws SQLException {
    return new Anomaly(
        RowMapper.key(row),
        row.getLong("claim_epoch"),
        AnomalyKind.valueOf(row.getString("kind")),
        row.getString("detail"),
        RowMapper.instant(row, "seen_micros"));
  }
}
