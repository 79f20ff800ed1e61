-- SUCCEED of many: PROCESSING -> SUCCEEDED by their owner; clears error and content.
-- Parameters: tenantId, handlerId, rows (JSON array, sorted by key: e, i (the key), c (token)).
-- Rows: count of those moved; less than there are in rows when some are not PROCESSING with their token.
UPDATE JSON_TABLE(CONVERT(:rows USING utf8mb4), '$[*]' COLUMNS (
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e' ERROR ON ERROR,
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i' ERROR ON ERROR,
  c char(36) CHARACTER SET ascii PATH '$.c' ERROR ON ERROR)) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = :tenantId AND e.handler_id = :handlerId AND e.event_id = k.e AND e.item_key = k.i
SET
  e.status = 'SUCCEEDED',
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6),
  e.lease_expires_at = NULL,
  e.held_since = NULL,
  e.error_class = NULL,
  e.error_type = NULL,
  e.error_code = NULL,
  e.error_fingerprint = NULL,
  e.error_message = NULL,
  e.payload_state = NULL,
  e.payload = NULL,
  e.headers = NULL,
  e.raw_key = NULL
WHERE e.status = 'PROCESSING' AND e.claim_id = UUID_TO_BIN(k.c)
