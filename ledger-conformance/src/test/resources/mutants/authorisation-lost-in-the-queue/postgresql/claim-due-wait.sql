-- CLAIM_DUE, of rows with an order: locked rows whose turn has not come lose their due time; error and authorisation
-- to replay stay.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: the count must be that of the keys.
UPDATE ${prefix}event_consumption AS e SET
  wait_reason = 'ORDER',
  next_attempt_at = NULL, replay_authorization = NULL,
  row_version = e.row_version + 1,
  updated_at = clock_timestamp()
FROM jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = 'RETRY_SCHEDULED'
