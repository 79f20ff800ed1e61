-- RENEW, first part: locks the rows that are PROCESSING with their token and that nobody is writing.
-- Parameters: keys (JSON array of t, h, e, i and the token c).
-- Rows: the keys of the locked rows.
SELECT e.tenant_id, e.handler_id, e.event_id, e.item_key
FROM jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text, c uuid)
JOIN ${prefix}event_consumption AS e
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
WHERE e.status = 'PROCESSING' AND k.c IS NOT NULL
FOR NO KEY UPDATE OF e SKIP LOCKED
