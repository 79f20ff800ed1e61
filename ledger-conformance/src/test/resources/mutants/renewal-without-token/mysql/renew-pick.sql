-- RENEW, first part: locks the rows that are PROCESSING with their token and that nobody is writing.
-- Parameters: keys (JSON array of t, h, e, i and the token c).
-- Rows: the keys of the locked rows.
SELECT e.tenant_id, e.handler_id, e.event_id, e.item_key
FROM JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i',
  c char(36) CHARACTER SET ascii PATH '$.c')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
WHERE e.status = 'PROCESSING' AND k.c IS NOT NULL
FOR UPDATE OF e SKIP LOCKED
