-- RENEW, second part: a new lease for locked rows; nothing else changes, not even the version.
-- Parameters: keys (JSON array of t, h, e, i), lease (microseconds).
-- Rows: not looked at.
UPDATE JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
SET
  e.lease_expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease MICROSECOND
