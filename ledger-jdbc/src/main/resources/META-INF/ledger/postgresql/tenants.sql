-- The tenants that have rows of a handler: steps from tenant to tenant. Of each it looks for the first row, because
-- for just any row the planner may think that reading the table finds one soon.
-- Parameters: handlerId, afterTenant (where the page before ended, or empty), limit.
-- Rows: tenants, in order.
WITH RECURSIVE known AS (
  (SELECT tenant_id
   FROM ${prefix}event_consumption
   WHERE tenant_id > :afterTenant
   ORDER BY tenant_id
   LIMIT 1)
  UNION ALL
  SELECT n.tenant_id
  FROM known AS k CROSS JOIN LATERAL (
    SELECT tenant_id
    FROM ${prefix}event_consumption
    WHERE tenant_id > k.tenant_id
    ORDER BY tenant_id
    LIMIT 1) AS n)
SELECT k.tenant_id
FROM known AS k CROSS JOIN LATERAL (
  SELECT 1
  FROM ${prefix}event_consumption AS e
  WHERE e.tenant_id = k.tenant_id AND e.handler_id = :handlerId
  ORDER BY e.event_id
  LIMIT 1) AS some_row
LIMIT :limit
