-- Which handlers and tenants have due rows: a loose scan of the cold index, so that the cost is that of the queues
-- and not of their rows. It needs all columns of the index up to the tenant in GROUP BY.
-- Parameters: afterHandler and afterTenant (where the page before ended, or empty), limit.
-- Rows: handlers, tenants and how long the longest due row has been due (microseconds), in that order.
SELECT handler_id, tenant_id, TIMESTAMPDIFF(MICROSECOND, MIN(cold_at), UTC_TIMESTAMP(6)) AS overdue
FROM ${prefix}event_consumption
WHERE cold_kind = 'DUE' AND (handler_id > :afterHandler OR (handler_id = :afterHandler AND tenant_id > :afterTenant))
GROUP BY cold_kind, handler_id, tenant_id
ORDER BY handler_id, tenant_id
LIMIT :limit
