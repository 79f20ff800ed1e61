-- RECOVER, second part: locked rows PROCESSING -> RETRY_SCHEDULED; error columns stay as they were.
-- Parameters: keys (JSON array of t, h, e, i and a new token c), delay (microseconds).
-- Rows: the count must be that of the keys.
UPDATE JSON_TABLE(CONVERT(:keys USING utf8mb4), '$[*]' COLUMNS (
  t varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.t',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i',
  c char(36) CHARACTER SET ascii PATH '$.c')) AS k
STRAIGHT_JOIN ${prefix}event_consumption AS e FORCE INDEX (PRIMARY)
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
SET
  e.status = 'RETRY_SCHEDULED',
  e.wait_reason = 'RECOVERED',
  e.next_attempt_at = UTC_TIMESTAMP(6) + INTERVAL :delay MICROSECOND,
  e.held_since = NULL,
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6),
  e.lease_expires_at = NULL
WHERE e.status = 'PROCESSING' AND e.lease_expires_at <= UTC_TIMESTAMP(6)
