-- RENEW, second part: a new lease for locked rows; nothing else changes, not even the version.
-- Parameters: keys (JSON array of t, h, e, i), lease (microseconds).
-- Rows: not looked at.
UPDATE ${prefix}event_consumption AS e SET
  lease_expires_at = clock_timestamp() + :lease * interval '1 microsecond'
FROM json_to_recordset(CAST(:keys AS json)) AS k(t text, h text, e text, i text)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
