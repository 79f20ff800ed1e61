package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayLogic;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.RowVersion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Replay requests and their items, to and from columns. */
final class ReplayRows {
  private ReplayRows() {}

  static Params request(Tenant tenant, UUID id) {
    return new Params()
        .text("tenantId", tenant.id())
        .uuid("requestId", Objects.requireNonNull(id, "requestId"));
  }

  static ReplayRequest request(ResultSet row) throws SQLException {
    return new ReplayRequest(
        new Tenant(row.getString("tenant_id")),
        RowMapper.uuid(row, "request_id"),
        RowMapper.word(ReplayRequest.State.class, row, "state"),
        row.getString("requester"),
        row.getString("reason"),
        row.getString("selection"),
        row.getBoolean("two_people"),
        row.getInt("item_count"),
        Sha256.ofHash(row.getBytes("selection_sha256")),
        RowMapper.instant(row, "requested_micros"),
        row.getString("decided_by"),
        RowMapper.instant(row, "decided_micros"),
        RowMapper.instant(row, "finished_micros"),
        row.getLong("row_version"));
  }

  static ReplayItem item(ResultSet row) throws SQLException {
    return new ReplayItem(
        row.getInt("position_no"),
        version(row),
        RowMapper.word(ReplayOutcome.class, row, "outcome"),
        row.getString("detail"));
  }

  static RowVersion version(ResultSet row) throws SQLException {
    return new RowVersion(RowMapper.key(row), row.getLong("row_version"));
  }

  /** A row, or null if somebody wrote a key that cannot be. */
  static RowVersion versionIfReadable(ResultSet row) throws SQLException {
    ConsumptionKey key = RowMapper.keyIfReadable(row);
    return key == null ? null : new RowVersion(key, row.getLong("row_version"));
  }

  /** An item with the outcome that it would have now. */
  static ReplayItem preview(ResultSet row) throws SQLException {
    return ReplayLogic.judge(
        item(row),
        RowMapper.word(ConsumptionState.class, row, "status"),
        row.getLong("version_now"),
        RowMapper.word(PayloadState.class, row, "payload_state"),
        row.getBoolean("is_behind"));
  }

  /** Rows as one parameter: a JSON array of objects with the members p, h, e, i and v. */
  static String list(List<RowVersion> rows, int firstPosition) {
    StringBuilder out = new StringBuilder("[");
    int position = firstPosition;
    for (RowVersion row : rows) {
      ConsumptionKey key = row.key();
      out.append(out.length() == 1 ? "{" : ",{").append("\"p\":").append(position++).append(',');
      KeyList.member(out, "h", key.handlerId()).append(',');
      KeyList.member(out, "e", key.eventId()).append(',');
      KeyList.member(out, "i", key.itemKey());
      out.append(",\"v\":").append(row.version()).append('}');
    }
    return out.append(']').toString();
  }
}
