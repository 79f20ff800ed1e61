-- One quarantined message without bytes.
-- Parameters: tenantId, quarantineId.
-- Rows: the message, or none.
SELECT quarantine_id, handler_id, topic, partition_no, offset_no, error_message,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', received_at) AS received_micros,
  resolution, resolved_by, resolved_reason,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', resolved_at) AS resolved_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId
