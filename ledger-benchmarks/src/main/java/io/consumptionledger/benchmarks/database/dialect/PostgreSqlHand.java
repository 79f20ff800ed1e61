package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.HandSql;

/** The same work by hand on PostgreSQL. */
final class PostgreSqlHand {
  private static final String COLUMNS =
      "(tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id,"
          + " node_incarnation, lease_expires_at, received_at, updated_at, topic, partition_no,"
          + " offset_no, payload_sha256)";

  private static final String CLAIMED =
      "'default', 'bench', ?, '', 'PROCESSING', 1, ?, 1, 'hand',"
          + " '00000000-0000-0000-0000-000000000001'::uuid,"
          + " clock_timestamp() + interval '1 minute', clock_timestamp(), clock_timestamp(),"
          + " 'orders', 0, ?, ?";

  private static final String KEY =
      " WHERE tenant_id = 'default' AND handler_id = 'bench' AND event_id = ? AND item_key = ''";

  static final HandSql SQL =
      new HandSql(
          "INSERT INTO event_consumption "
              + COLUMNS
              + " VALUES ("
              + CLAIMED
              + ") ON CONFLICT DO NOTHING",
          "SELECT status FROM event_consumption" + KEY,
          "WITH present AS MATERIALIZED (SELECT status FROM event_consumption"
              + KEY
              + "), fresh AS (INSERT INTO event_consumption "
              + COLUMNS
              + " SELECT "
              + CLAIMED
              + " WHERE NOT EXISTS (SELECT 1 FROM present) ON CONFLICT DO NOTHING"
              + " RETURNING 'CLAIMED'::text) SELECT * FROM fresh UNION ALL SELECT * FROM present",
          "UPDATE event_consumption SET status = 'SUCCEEDED', lease_expires_at = NULL,"
              + " updated_at = clock_timestamp(), row_version = row_version + 1"
              + KEY
              + " AND status = 'PROCESSING' AND claim_id = ?",
          "INSERT INTO event_consumption (tenant_id, handler_id, event_id, item_key, status, attempt,"
              + " received_at, updated_at, topic, partition_no, offset_no, payload_sha256)"
              + " VALUES ('default', 'bench', ?, '', 'SUCCEEDED', 1, clock_timestamp(),"
              + " clock_timestamp(), 'orders', 0, ?, ?) ON CONFLICT DO NOTHING",
          "INSERT INTO event_consumption "
              + COLUMNS
              + " SELECT 'default', 'bench', 'a' || lpad(n::text, 15, '0'), '', 'SUCCEEDED', 1,"
              + " gen_random_uuid(), 1, 'hand', '00000000-0000-0000-0000-000000000001'::uuid, NULL,"
              + " clock_timestamp(), clock_timestamp(), 'orders', 0, n, sha256(n::text::bytea)"
              + " FROM generate_series(?::bigint, ?::bigint) AS n");

  private PostgreSqlHand() {}
}
