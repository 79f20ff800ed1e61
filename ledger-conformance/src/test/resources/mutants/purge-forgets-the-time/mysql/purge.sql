-- Purge, second part: deletes those rows that are final and were settled long enough ago.
-- Parameters: keys (JSON array of t, h, e, i), states (separated by commas), settledBefore (microseconds).
-- Rows: the count of deleted rows.
DELETE e
FROM JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
WHERE FIND_IN_SET(e.status, :states) AND e.status IN ('SUCCEEDED', 'DISCARDED')
  AND :settledBefore IS NOT NULL
