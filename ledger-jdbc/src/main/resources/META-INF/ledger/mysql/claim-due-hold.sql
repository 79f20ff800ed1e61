-- CLAIM_DUE, of rows with an order: writes into locked gates who is in PROCESSING now.
-- Parameters: gates (JSON array of t, h, a, g and the new token c).
-- Rows: the count must be that of the gates.
UPDATE JSON_TABLE(CONVERT(:gates USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  a varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.a',
  g varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.g',
  c char(36) CHARACTER SET ascii PATH '$.c')) AS k
STRAIGHT_JOIN ${prefix}consumption_aggregate_leases AS l FORCE INDEX (PRIMARY)
  ON l.tenant_id = k.t AND l.handler_id = k.h AND l.aggregate_type = k.a AND l.aggregate_id = k.g
SET
  l.claim_id = UUID_TO_BIN(k.c),
  l.updated_at = UTC_TIMESTAMP(6)
