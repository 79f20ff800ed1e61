-- CLAIM_DUE, of rows with an order: the place of the first unresolved row of each aggregate. Runs under the lock of
-- their gates.
-- Parameters: gates (JSON array of t, h, a, g).
-- Rows: aggregate and place, in any order.
SELECT
  k.t AS tenant_id, k.h AS handler_id, k.a AS aggregate_type, k.g AS aggregate_id,
  (SELECT max(e.open_seq) FROM ${prefix}event_consumption AS e
    WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.aggregate_type = k.a AND e.aggregate_id = k.g
      AND e.open_seq IS NOT NULL) AS head
FROM jsonb_to_recordset(CAST(:gates AS jsonb)) AS k(t text, h text, a text, g text)
