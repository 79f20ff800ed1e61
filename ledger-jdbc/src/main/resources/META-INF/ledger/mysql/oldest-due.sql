-- How long the row of a handler that is due longest has been due.
-- Parameters: tenantId, handlerId.
-- Rows: one, the time (microseconds; negative if it is still to come), or none.
SELECT TIMESTAMPDIFF(MICROSECOND, cold_at, UTC_TIMESTAMP(6)) AS overdue
FROM ${prefix}event_consumption
WHERE cold_kind = 'DUE' AND handler_id = :handlerId AND tenant_id = :tenantId
ORDER BY cold_at
LIMIT 1
