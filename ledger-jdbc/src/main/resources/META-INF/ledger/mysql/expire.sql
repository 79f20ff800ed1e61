-- EXPIRE, second part: the leases of locked rows end now; the rows stay PROCESSING and keep their token.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: the count must be that of the keys.
UPDATE JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
SET
  e.lease_expires_at = UTC_TIMESTAMP(6),
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6)
WHERE e.status = 'PROCESSING'
