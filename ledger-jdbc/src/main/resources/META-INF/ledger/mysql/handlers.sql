-- The handlers that have rows of a tenant: a loose scan.
-- Parameters: tenantId, afterHandler (where the page before ended, or empty), limit.
-- Rows: handlers, in order.
SELECT handler_id
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id > :afterHandler
GROUP BY tenant_id, handler_id
ORDER BY handler_id
LIMIT :limit
