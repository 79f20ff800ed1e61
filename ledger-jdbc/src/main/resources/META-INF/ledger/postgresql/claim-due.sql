-- CLAIM_DUE, second part: locked rows RETRY_SCHEDULED -> PROCESSING, attempt + 1, epoch + 1.
-- Parameters: keys (JSON array of t, h, e, i and the new token c), node and its incarnation,
--   lease (microseconds).
-- Rows: the count must be that of the keys.
UPDATE ${prefix}event_consumption AS e SET
  status = 'PROCESSING',
  claim_id = k.c,
  claim_epoch = e.claim_epoch + 1,
  attempt = e.attempt + 1,
  node_id = :nodeId,
  node_incarnation = CAST(:incarnation AS uuid),
  lease_expires_at = clock_timestamp() + :lease * interval '1 microsecond',
  held_since = clock_timestamp(),
  wait_reason = NULL,
  next_attempt_at = NULL,
  replay_authorization = NULL,
  row_version = e.row_version + 1,
  updated_at = clock_timestamp()
FROM json_to_recordset(CAST(:keys AS json)) AS k(t text, h text, e text, i text, c uuid)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = 'RETRY_SCHEDULED'
