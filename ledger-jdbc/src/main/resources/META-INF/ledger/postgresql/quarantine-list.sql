-- A page of the quarantined messages of one tenant, without bytes.
-- Parameters: tenantId, handlerId (NULL for any), which (ANY, OPEN or CLOSED), from and before (microseconds since 1970),
--   beforeMessage (where the page before ended among the messages of the instant "before", or empty), limit.
-- Rows: the newest first; of the same instant the highest id first.
SELECT quarantine_id, handler_id, topic, partition_no, offset_no, error_message,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros,
  resolution, resolved_by, resolved_reason,
  (extract(epoch FROM resolved_at) * 1000000)::bigint AS resolved_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
  AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND received_at <= timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND (received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
    OR quarantine_id < :beforeMessage)
  AND (CAST(:handlerId AS varchar) IS NULL OR handler_id = :handlerId)
  AND (:which = 'ANY' OR (:which = 'OPEN') = (resolution IS NULL))
ORDER BY received_at DESC, quarantine_id DESC
LIMIT :limit
