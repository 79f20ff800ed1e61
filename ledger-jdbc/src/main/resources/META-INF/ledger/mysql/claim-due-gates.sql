-- CLAIM_DUE, of rows with an order: locks the gates of their aggregates, except those that somebody holds.
-- Parameters: gates (JSON array of t, h, a, g).
-- Rows: the locked gates, in any order.
SELECT
  l.tenant_id, l.handler_id, l.aggregate_type, l.aggregate_id,
  BIN_TO_UUID(l.claim_id) AS token,
  l.settled_seq, l.arrival_seq
FROM JSON_TABLE(CONVERT(:gates USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  a varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.a',
  g varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.g')) AS k
STRAIGHT_JOIN ${prefix}consumption_aggregate_leases AS l FORCE INDEX (PRIMARY)
  ON l.tenant_id = k.t AND l.handler_id = k.h AND l.aggregate_type = k.a AND l.aggregate_id = k.g
FOR UPDATE OF l SKIP LOCKED
