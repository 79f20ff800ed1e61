-- How far back a number of dead letters of a handler go, as in inspect-reach; looks at no other rows.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), reach (how many rows).
-- Rows: one, when the first row beyond them was received (microseconds since 1970); none if there are not so many.
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', cold_at) AS received_micros
FROM ${prefix}event_consumption
WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
  AND cold_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND cold_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
ORDER BY cold_at DESC
LIMIT 1 OFFSET :reach
