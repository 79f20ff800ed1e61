-- Purge, second part: deletes those rows that are final and were settled long enough ago.
-- Parameters: keys (JSON array of t, h, e, i), states (separated by commas), settledBefore (microseconds).
-- Rows: the count of deleted rows.
DELETE FROM ${prefix}event_consumption AS e
USING jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = ANY (string_to_array(:states, ',')) AND e.status IN ('SUCCEEDED', 'DISCARDED')
  AND :settledBefore * interval '1 microsecond' IS NOT NULL
