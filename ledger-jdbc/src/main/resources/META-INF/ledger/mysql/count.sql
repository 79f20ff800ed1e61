-- Counts the rows that a filter selects, and stops at a limit.
-- Parameters: tenantId, handlerId, states (separated by commas), from and before (microseconds since 1970), limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId
    AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND received_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    AND FIND_IN_SET(status, :states)
  ORDER BY received_at
  LIMIT :limit) AS selected
