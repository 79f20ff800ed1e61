-- The tenants that have rows of a handler: a loose scan.
-- Parameters: handlerId, afterTenant (where the page before ended, or empty), limit.
-- Rows: tenants, in order.
SELECT tenant_id
FROM ${prefix}event_consumption
WHERE handler_id = :handlerId AND tenant_id > :afterTenant
GROUP BY tenant_id
ORDER BY tenant_id
LIMIT :limit
