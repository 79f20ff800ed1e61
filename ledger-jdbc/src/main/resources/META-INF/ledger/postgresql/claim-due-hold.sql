-- CLAIM_DUE, of rows with an order: writes into locked gates who is in PROCESSING now.
-- Parameters: gates (JSON array of t, h, a, g and the new token c).
-- Rows: the count must be that of the gates.
UPDATE ${prefix}consumption_aggregate_leases AS l SET
  claim_id = k.c,
  updated_at = clock_timestamp()
FROM jsonb_to_recordset(CAST(:gates AS jsonb)) AS k(t text, h text, a text, g text, c uuid)
WHERE l.tenant_id = k.t AND l.handler_id = k.h AND l.aggregate_type = k.a AND l.aggregate_id = k.g
