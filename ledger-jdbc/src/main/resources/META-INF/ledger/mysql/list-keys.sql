-- The rows of a set of keys, without content.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: those that exist, in any order.
SELECT
  e.tenant_id, e.handler_id, e.event_id, e.item_key, e.status,
  BIN_TO_UUID(e.claim_id) AS token,
  e.claim_epoch, e.attempt, e.yields, e.row_version,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), e.lease_expires_at) AS lease_left,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), e.next_attempt_at) AS due_in,
  TIMESTAMPDIFF(MICROSECOND, e.received_at, UTC_TIMESTAMP(6)) AS age,
  e.error_class, e.payload_state, e.payload_sha256, e.event_type, e.aggregate_type,
  e.aggregate_id, e.sequence_no, e.order_seq, e.topic, e.partition_no, e.offset_no,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', e.broker_timestamp) AS broker_micros,
  e.error_type, e.error_code, e.error_fingerprint, e.error_message, e.wait_reason, e.node_id,
  BIN_TO_UUID(e.node_incarnation) AS node_incarnation,
  e.replay_generation,
  BIN_TO_UUID(e.replay_authorization) AS replay_authorization,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', e.lease_expires_at) AS lease_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', e.next_attempt_at) AS due_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', e.dead_at) AS dead_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', e.received_at) AS received_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', e.updated_at) AS updated_micros,
  e.closed_by, e.closed_reason
FROM JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
