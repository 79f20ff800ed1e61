-- RECOVER, second part: locked rows PROCESSING -> RETRY_SCHEDULED; error columns stay as they were.
-- Parameters: keys (JSON array of t, h, e, i and a new token c), delay (microseconds).
-- Rows: the count must be that of the keys.
UPDATE ${prefix}event_consumption AS e SET
  status = 'RETRY_SCHEDULED',
  wait_reason = 'RECOVERED',
  next_attempt_at = clock_timestamp() + :delay * interval '1 microsecond',
  lease_expires_at = NULL,
  held_since = NULL,
  row_version = e.row_version + 1,
  updated_at = clock_timestamp()
FROM jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text, c uuid)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = 'PROCESSING' AND e.lease_expires_at <= clock_timestamp()
