-- CLAIM_DUE, second part: locked rows RETRY_SCHEDULED -> PROCESSING, attempt + 1, epoch + 1.
-- Parameters: tenantId, handlerId, keys (JSON array of e, i (the key) and the new token c), node and its incarnation,
--   lease (microseconds).
-- Rows: the count must be that of the keys.
UPDATE JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i',
  c char(36) CHARACTER SET ascii PATH '$.c')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = :tenantId AND e.handler_id = :handlerId AND e.event_id = k.e AND e.item_key = k.i
SET
  e.status = 'PROCESSING',
  e.claim_id = UUID_TO_BIN(k.c),
  e.claim_epoch = e.claim_epoch + 1,
  e.attempt = e.attempt + 1,
  e.node_id = :nodeId,
  e.node_incarnation = UUID_TO_BIN(:incarnation),
  e.lease_expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease MICROSECOND,
  e.held_since = UTC_TIMESTAMP(6),
  e.wait_reason = NULL,
  e.next_attempt_at = NULL,
  e.replay_authorization = NULL,
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6)
WHERE e.status = 'RETRY_SCHEDULED'
