-- The handlers that have rows of a tenant: steps from handler to handler.
-- Parameters: tenantId, afterHandler (where the page before ended, or empty), limit.
-- Rows: handlers, in order.
WITH RECURSIVE known AS (
  (SELECT handler_id
   FROM ${prefix}event_consumption
   WHERE tenant_id = :tenantId AND handler_id > :afterHandler
   ORDER BY handler_id
   LIMIT 1)
  UNION ALL
  SELECT n.handler_id
  FROM known AS k CROSS JOIN LATERAL (
    SELECT handler_id
    FROM ${prefix}event_consumption
    WHERE tenant_id = :tenantId AND handler_id > k.handler_id
    ORDER BY handler_id
    LIMIT 1) AS n)
SELECT handler_id
FROM known
LIMIT :limit
