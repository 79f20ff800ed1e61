-- RELEASE of many: PROCESSING -> RETRY_SCHEDULED by their owner, who yields; content that is stored already is kept.
-- Parameters: tenantId, handlerId, rows (JSON array, sorted by key: e, i (the key), c (token), d (delay, microseconds),
--   z, u, k, r (payload state, payload, headers, raw key), bytes in base64; what is absent is NULL).
-- Rows: count of those moved; less than there are in rows when some are not PROCESSING with their token.
UPDATE JSON_TABLE(CONVERT(:rows USING utf8mb4), '$[*]' COLUMNS (
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e' ERROR ON ERROR,
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i' ERROR ON ERROR,
  c char(36) CHARACTER SET ascii PATH '$.c' ERROR ON ERROR,
  d bigint PATH '$.d' ERROR ON ERROR,
  z varchar(16) CHARACTER SET ascii PATH '$.z' ERROR ON ERROR,
  u longtext CHARACTER SET ascii PATH '$.u' ERROR ON ERROR,
  k longtext CHARACTER SET ascii PATH '$.k' ERROR ON ERROR,
  r longtext CHARACTER SET ascii PATH '$.r' ERROR ON ERROR)) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = :tenantId AND e.handler_id = :handlerId AND e.event_id = k.e AND e.item_key = k.i
SET
  e.status = 'RETRY_SCHEDULED',
  e.wait_reason = 'YIELD',
  e.next_attempt_at = UTC_TIMESTAMP(6) + INTERVAL k.d MICROSECOND,
  e.yields = e.yields + 1,
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6),
  e.lease_expires_at = NULL,
  e.held_since = NULL,
  e.payload = CASE WHEN e.payload_state IS NULL THEN FROM_BASE64(k.u) ELSE e.payload END,
  e.headers = CASE WHEN e.payload_state IS NULL THEN FROM_BASE64(k.k) ELSE e.headers END,
  e.raw_key = CASE WHEN e.payload_state IS NULL THEN FROM_BASE64(k.r) ELSE e.raw_key END,
  e.payload_state = COALESCE(e.payload_state, k.z)
WHERE e.status = 'PROCESSING' AND e.claim_id = UUID_TO_BIN(k.c)
