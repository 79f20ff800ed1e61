-- Makes rows due that wait for their turn, because it has come. Runs under the lock of their gate.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: any count; rows that do not wait for their turn are left alone.
UPDATE ${prefix}event_consumption AS e SET
  next_attempt_at = statement_timestamp(),
  row_version = e.row_version + 1,
  updated_at = clock_timestamp()
FROM jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
  AND e.wait_reason = 'ORDER' AND e.next_attempt_at IS NULL
