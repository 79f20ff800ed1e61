-- CLAIM of many: (none) -> PROCESSING, attempt 1, epoch 1; all or none.
-- Parameters: node and its incarnation; tenantId, handlerId, itemKey, eventType, aggregateType, topic, partition, lease
--   (in microseconds), each for all rows or NULL; rows (JSON array, sorted by key: e (event), c (token), g (aggregate
--   id), s (sequence), f (offset), b (broker timestamp, microseconds), x (payload hash), z, u, k, r (payload state,
--   payload, headers, raw key), bytes in base64; t, h, i, y, a, o, p, l where the parameter for all rows is NULL; what is
--   absent is NULL).
-- Rows: their number; a duplicate-key error when one of them is there already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, lease_expires_at, held_since, received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256,
  payload_state, payload, headers, raw_key)
SELECT
  COALESCE(t, :tenantId), COALESCE(h, :handlerId), e, COALESCE(i, :itemKey), 'PROCESSING', 1, UUID_TO_BIN(c), 1,
  :nodeId, UUID_TO_BIN(:incarnation),
  UTC_TIMESTAMP(6) + INTERVAL COALESCE(l, :lease) MICROSECOND,
  CASE WHEN z IS NOT NULL THEN UTC_TIMESTAMP(6) END,
  UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
  COALESCE(y, :eventType), COALESCE(a, :aggregateType), g, s,
  COALESCE(o, :topic), COALESCE(p, :partition), f,
  TIMESTAMP'1970-01-01 00:00:00' + INTERVAL b MICROSECOND,
  FROM_BASE64(x),
  z, FROM_BASE64(u), FROM_BASE64(k), FROM_BASE64(r)
FROM JSON_TABLE(CONVERT(:rows USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t' ERROR ON ERROR,
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h' ERROR ON ERROR,
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e' ERROR ON ERROR,
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i' ERROR ON ERROR,
  c char(36) CHARACTER SET ascii PATH '$.c' ERROR ON ERROR,
  l bigint PATH '$.l' ERROR ON ERROR,
  y varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.y' ERROR ON ERROR,
  a varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.a' ERROR ON ERROR,
  g varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.g' ERROR ON ERROR,
  s bigint PATH '$.s' ERROR ON ERROR,
  o varchar(249) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.o' ERROR ON ERROR,
  p int PATH '$.p' ERROR ON ERROR,
  f bigint PATH '$.f' ERROR ON ERROR,
  b bigint PATH '$.b' ERROR ON ERROR,
  x char(44) CHARACTER SET ascii PATH '$.x' ERROR ON ERROR,
  z varchar(16) CHARACTER SET ascii PATH '$.z' ERROR ON ERROR,
  u longtext CHARACTER SET ascii PATH '$.u' ERROR ON ERROR,
  k longtext CHARACTER SET ascii PATH '$.k' ERROR ON ERROR,
  r longtext CHARACTER SET ascii PATH '$.r' ERROR ON ERROR)) AS new_rows
