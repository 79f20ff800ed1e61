-- CLAIM_DUE, of rows with an order: the place of the first unresolved row of each aggregate. Runs under the lock of
-- their gates.
-- Parameters: gates (JSON array of t, h, a, g).
-- Rows: aggregate and place, in any order.
SELECT
  k.t AS tenant_id, k.h AS handler_id, k.a AS aggregate_type, k.g AS aggregate_id,
  (SELECT MAX(e.open_seq) FROM ${prefix}event_consumption AS e
    WHERE e.open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), k.t, k.h, k.a, k.g)) AS head
FROM JSON_TABLE(CONVERT(:gates USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  a varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.a',
  g varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.g')) AS k
