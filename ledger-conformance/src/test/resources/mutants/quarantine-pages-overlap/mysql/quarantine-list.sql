-- A page of the quarantined messages of one tenant, without bytes.
-- Parameters: tenantId, handlerId (NULL for any), which (ANY, OPEN or CLOSED), from and before (microseconds since 1970),
--   beforeMessage (where the page before ended among the messages of the instant "before", or empty), limit.
-- Rows: the newest first; of the same instant the highest id first.
SELECT quarantine_id, handler_id, topic, partition_no, offset_no, error_message,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', received_at) AS received_micros,
  resolution, resolved_by, resolved_reason,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', resolved_at) AS resolved_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
  AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND received_at <= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND (received_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    OR quarantine_id <= :beforeMessage)
  AND (:handlerId IS NULL OR handler_id = :handlerId)
  AND (:which = 'ANY' OR (:which = 'OPEN') = (resolution IS NULL))
ORDER BY received_at DESC, quarantine_id DESC
LIMIT :limit
