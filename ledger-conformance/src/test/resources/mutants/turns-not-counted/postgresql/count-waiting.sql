-- Counts the waiting rows of a tenant and handler, and stops at a limit: those with a due time, and those without one, which
-- wait for their turn. Looks at no other rows; that they are RETRY_SCHEDULED is a rule of the table.
-- Parameters: tenantId, handlerId, limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  (SELECT 1
  FROM ${prefix}event_consumption
  WHERE handler_id = :handlerId AND tenant_id = :tenantId AND next_attempt_at IS NOT NULL
  ORDER BY next_attempt_at
  LIMIT :limit)
  UNION ALL
  (SELECT 1
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId AND open_seq IS NOT NULL
    AND wait_reason = 'ORDER' AND next_attempt_at IS NOT NULL
  LIMIT :limit)
  LIMIT :limit) AS selected
