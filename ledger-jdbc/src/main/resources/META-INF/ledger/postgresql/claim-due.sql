-- CLAIM_DUE, second part: locked rows RETRY_SCHEDULED -> PROCESSING, attempt + 1, epoch + 1.
-- Parameters: tenantId, handlerId, keys (JSON array of e, i (the key) and the new token c), node and its incarnation,
--   lease (microseconds).
-- Rows: the count must be that of the keys.
WITH k AS MATERIALIZED (
  SELECT * FROM json_to_recordset(CAST(:keys AS json)) AS given(e text, i text, c uuid))
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
FROM k
WHERE e.tenant_id = :tenantId AND e.handler_id = :handlerId
  AND e.event_id = ANY (ARRAY(SELECT k.e FROM k))
  AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = 'RETRY_SCHEDULED'
