-- Counts the waiting rows that a filter selects, and stops at a limit: those with a due time, and those without one, which
-- wait for their turn. Looks at no other rows; that they are RETRY_SCHEDULED is a rule of the table.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  (SELECT 1
  FROM ${prefix}event_consumption
  WHERE handler_id = :handlerId AND tenant_id = :tenantId AND next_attempt_at IS NOT NULL
    AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
    AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  ORDER BY next_attempt_at
  LIMIT :limit)
  UNION ALL
  (SELECT 1
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId AND open_seq IS NOT NULL
    AND wait_reason = 'ORDER' AND next_attempt_at IS NULL
    AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
    AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  ORDER BY aggregate_type, aggregate_id, open_seq
  LIMIT :limit)
  LIMIT :limit) AS selected
