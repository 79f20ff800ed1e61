-- Makes rows due that wait for their turn, because it has come. Runs under the lock of their gate.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: any count; rows that do not wait for their turn are left alone.
UPDATE JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
SET
  e.next_attempt_at = UTC_TIMESTAMP(6),
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6)
WHERE e.wait_reason = 'ORDER' AND e.next_attempt_at IS NULL
