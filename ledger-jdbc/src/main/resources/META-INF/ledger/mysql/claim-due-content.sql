-- CLAIM_DUE, between its parts: the content of those locked rows that came without.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: key and content of each, in any order.
SELECT
  e.tenant_id, e.handler_id, e.event_id, e.item_key,
  e.payload_state, e.payload, e.headers, e.raw_key
FROM JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
