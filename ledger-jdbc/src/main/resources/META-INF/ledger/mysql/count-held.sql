-- Counts the claims of a handler whose rows store content, or that were claimed off the hot path, and stops at a limit.
-- Parameters: tenantId, handlerId, limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE cold_kind = 'HELD' AND handler_id = :handlerId AND tenant_id = :tenantId
  ORDER BY cold_at
  LIMIT :limit) AS selected
