-- Counts the dead letters that a filter selects, and stops at a limit; looks at no other rows.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
    AND cold_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND cold_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  ORDER BY cold_at
  LIMIT :limit) AS selected
