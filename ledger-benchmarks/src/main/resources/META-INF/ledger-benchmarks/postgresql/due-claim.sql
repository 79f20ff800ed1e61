-- What is due, claimed and with its content. Parameters: limit, token.
WITH due AS MATERIALIZED (
  SELECT event_id FROM event_consumption
  WHERE tenant_id = 'default' AND handler_id = 'bench' AND next_attempt_at <= statement_timestamp()
  ORDER BY next_attempt_at
  LIMIT ?
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE event_consumption AS e SET
  status = 'PROCESSING', attempt = e.attempt + 1, claim_id = ?, claim_epoch = e.claim_epoch + 1, node_id = 'hand',
  node_incarnation = '00000000-0000-0000-0000-000000000001'::uuid,
  lease_expires_at = clock_timestamp() + interval '1 minute', held_since = clock_timestamp(), wait_reason = NULL,
  next_attempt_at = NULL, row_version = e.row_version + 1, updated_at = clock_timestamp()
WHERE e.tenant_id = 'default' AND e.handler_id = 'bench' AND e.item_key = ''
  AND e.event_id = ANY (ARRAY(SELECT event_id FROM due))
RETURNING e.event_id, e.attempt, e.claim_epoch, e.payload, e.headers, e.raw_key, e.payload_sha256
