-- Counts the dead letters that a filter selects, and stops at a limit; looks at no other rows.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId
    AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
    AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
    AND dead_at IS NOT NULL
  ORDER BY received_at
  LIMIT :limit) AS selected
