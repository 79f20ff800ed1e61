-- Which handlers and tenants have due rows: steps from each queue's first row to the next queue's, so that the
-- cost is that of the queues and not of their rows.
-- Parameters: afterHandler and afterTenant (where the page before ended, or empty), limit.
-- Rows: handlers, tenants and how long the longest due row has been due (microseconds), in that order.
WITH RECURSIVE queues AS (
  (SELECT handler_id, tenant_id, next_attempt_at
   FROM ${prefix}event_consumption
   WHERE next_attempt_at IS NOT NULL AND (handler_id, tenant_id) > (:afterHandler, :afterTenant)
   ORDER BY handler_id, tenant_id, next_attempt_at
   LIMIT 1)
  UNION ALL
  SELECT n.handler_id, n.tenant_id, n.next_attempt_at
  FROM queues AS q CROSS JOIN LATERAL (
    SELECT handler_id, tenant_id, next_attempt_at
    FROM ${prefix}event_consumption
    WHERE next_attempt_at IS NOT NULL AND (handler_id, tenant_id) > (q.handler_id, q.tenant_id)
    ORDER BY handler_id, tenant_id, next_attempt_at
    LIMIT 1) AS n)
SELECT handler_id, tenant_id,
  (extract(epoch FROM clock_timestamp() - next_attempt_at) * 1000000)::bigint AS overdue
FROM queues
LIMIT :limit
