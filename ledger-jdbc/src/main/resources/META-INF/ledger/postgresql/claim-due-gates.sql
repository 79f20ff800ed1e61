-- CLAIM_DUE, of rows with an order: locks the gates of their aggregates, except those that somebody holds.
-- Parameters: gates (JSON array of t, h, a, g).
-- Rows: the locked gates, in any order.
SELECT
  l.tenant_id, l.handler_id, l.aggregate_type, l.aggregate_id,
  l.claim_id::text AS token,
  l.settled_seq, l.arrival_seq
FROM jsonb_to_recordset(CAST(:gates AS jsonb)) AS k(t text, h text, a text, g text)
JOIN ${prefix}consumption_aggregate_leases AS l
  ON l.tenant_id = k.t AND l.handler_id = k.h AND l.aggregate_type = k.a AND l.aggregate_id = k.g
FOR NO KEY UPDATE OF l SKIP LOCKED
