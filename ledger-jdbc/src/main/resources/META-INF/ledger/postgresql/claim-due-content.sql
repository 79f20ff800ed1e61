-- CLAIM_DUE, between its parts: the content of those locked rows that came without.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: key and content of each, in any order.
SELECT
  e.tenant_id, e.handler_id, e.event_id, e.item_key,
  e.payload_state, e.payload, e.headers, e.raw_key
FROM json_to_recordset(CAST(:keys AS json)) AS k(t text, h text, e text, i text)
JOIN ${prefix}event_consumption AS e
  ON e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
