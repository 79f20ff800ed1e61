package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.HandSql;

/** The same work by hand on MySQL. */
final class MySqlHand {
  private static final String COLUMNS =
      "(tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id,"
          + " node_incarnation, lease_expires_at, received_at, updated_at, topic, partition_no,"
          + " offset_no, payload_sha256)";

  private static final String KEY =
      " WHERE tenant_id = 'default' AND handler_id = 'bench' AND event_id = ? AND item_key = ''";

  static final HandSql SQL =
      new HandSql(
          "INSERT INTO event_consumption "
              + COLUMNS
              + " VALUES ('default', 'bench', ?, '', 'PROCESSING', 1, ?, 1, 'hand',"
              + " x'00000000000000000000000000000001', UTC_TIMESTAMP(6) + INTERVAL 1 MINUTE,"
              + " UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), 'orders', 0, ?, ?)",
          "SELECT status FROM event_consumption" + KEY,
          null,
          "UPDATE event_consumption SET status = 'SUCCEEDED', lease_expires_at = NULL,"
              + " updated_at = UTC_TIMESTAMP(6), row_version = row_version + 1"
              + KEY
              + " AND status = 'PROCESSING' AND claim_id = ?",
          "INSERT INTO event_consumption (tenant_id, handler_id, event_id, item_key, status, attempt,"
              + " received_at, updated_at, topic, partition_no, offset_no, payload_sha256)"
              + " VALUES ('default', 'bench', ?, '', 'SUCCEEDED', 1, UTC_TIMESTAMP(6),"
              + " UTC_TIMESTAMP(6), 'orders', 0, ?, ?)",
          "INSERT INTO event_consumption "
              + COLUMNS
              + " WITH RECURSIVE d (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM d WHERE i < 999)"
              + " SELECT 'default', 'bench', CONCAT('a', LPAD(n, 15, '0')), '', 'SUCCEEDED', 1,"
              + " UUID_TO_BIN(UUID()), 1, 'hand', x'00000000000000000000000000000001', NULL,"
              + " UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), 'orders', 0, n, UNHEX(SHA2(n, 256))"
              + " FROM (SELECT ? + a.i * 1000 + b.i AS n FROM d AS a CROSS JOIN d AS b) AS numbers"
              + " WHERE n <= ?");

  private MySqlHand() {}
}
