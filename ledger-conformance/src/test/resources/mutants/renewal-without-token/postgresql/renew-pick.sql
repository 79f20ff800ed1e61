-- RENEW, first part: locks the rows that are PROCESSING with their token and that nobody is writing.
-- Parameters: keys (JSON array of t, h, e, i and the token c).
-- Rows: the keys of the locked rows.
SELECT e.tenant_id, e.handler_id, e.event_id, e.item_key
FROM json_to_recordset(CAST(:keys AS json)) AS k(t text, h text, e text, i text, c uuid)
-- Key by key: a join could read the whole table as long as that has no statistics.
CROSS JOIN LATERAL (
  SELECT x.tenant_id, x.handler_id, x.event_id, x.item_key
  FROM ${prefix}event_consumption AS x
  WHERE x.tenant_id = k.t AND x.handler_id = k.h AND x.event_id = k.e AND x.item_key = k.i
    AND x.status = 'PROCESSING' AND k.c IS NOT NULL
  FOR NO KEY UPDATE SKIP LOCKED) AS e
