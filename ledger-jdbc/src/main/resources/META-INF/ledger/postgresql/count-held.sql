-- Counts the claims of a handler whose rows store content, or that were claimed off the hot path, and stops at a limit.
-- Parameters: tenantId, handlerId, limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE handler_id = :handlerId AND held_since IS NOT NULL AND tenant_id = :tenantId
  ORDER BY held_since
  LIMIT :limit) AS selected
