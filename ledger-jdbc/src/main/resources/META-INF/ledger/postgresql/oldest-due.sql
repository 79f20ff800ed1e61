-- How long the row of a handler that is due longest has been due.
-- Parameters: tenantId, handlerId.
-- Rows: one, the time (microseconds; negative if it is still to come), or none.
SELECT (extract(epoch FROM clock_timestamp() - next_attempt_at) * 1000000)::bigint AS overdue
FROM ${prefix}event_consumption
WHERE handler_id = :handlerId AND tenant_id = :tenantId AND next_attempt_at IS NOT NULL
ORDER BY next_attempt_at
LIMIT 1
