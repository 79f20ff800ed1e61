-- Counts the waiting rows of a tenant and handler, and stops at a limit: those with a due time, and those without one, which
-- wait for their turn. Looks at no other rows; that they are RETRY_SCHEDULED is a rule of the table.
-- Parameters: tenantId, handlerId, limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  (SELECT 1
  FROM ${prefix}event_consumption
  WHERE cold_kind = 'DUE' AND handler_id = :handlerId AND tenant_id = :tenantId
  ORDER BY cold_at
  LIMIT :limit)
  UNION ALL
  (SELECT 1
  FROM ${prefix}event_consumption
  WHERE open_aggregate >= CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, '')
    AND open_aggregate < CONCAT(:tenantId, CHAR(31 USING utf8mb4), :handlerId, CHAR(32 USING utf8mb4))
    AND wait_reason = 'ORDER' AND next_attempt_at IS NULL
  LIMIT :limit)
  LIMIT :limit) AS selected
