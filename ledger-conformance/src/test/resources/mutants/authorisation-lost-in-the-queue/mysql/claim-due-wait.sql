-- CLAIM_DUE, of rows with an order: locked rows whose turn has not come lose their due time; error and authorisation
-- to replay stay.
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
  e.wait_reason = 'ORDER',
  e.next_attempt_at = NULL, e.replay_authorization = NULL,
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6)
WHERE e.status = 'RETRY_SCHEDULED'
