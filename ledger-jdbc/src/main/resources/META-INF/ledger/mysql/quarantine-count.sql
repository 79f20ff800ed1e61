-- Counts quarantined messages, and stops at a limit.
-- Parameters: tenantId, handlerId (NULL for any), which (ANY, OPEN or CLOSED), from and before (microseconds since 1970), limit.
-- Rows: one, the number.
SELECT count(*) AS number_of_messages FROM (
  SELECT 1
  FROM ${prefix}raw_message_quarantine
  WHERE tenant_id = :tenantId
    AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND received_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    AND (:handlerId IS NULL OR handler_id = :handlerId)
    AND (:which = 'ANY' OR (:which = 'OPEN') = (resolution IS NULL))
  ORDER BY received_at DESC
  LIMIT :limit) AS selected
