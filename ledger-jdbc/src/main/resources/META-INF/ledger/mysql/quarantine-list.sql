-- Quarantined messages of one tenant, without bytes.
-- Parameters: tenantId, limit.
-- Rows: the newest first.
SELECT quarantine_id, handler_id, topic, partition_no, offset_no, error_message, resolved_by,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', received_at) AS received_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
ORDER BY received_at DESC
LIMIT :limit
