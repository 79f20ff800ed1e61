-- One quarantined message without bytes.
-- Parameters: tenantId, quarantineId.
-- Rows: the message, or none.
SELECT quarantine_id, handler_id, topic, partition_no, offset_no, error_message,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros,
  resolution, resolved_by, resolved_reason,
  (extract(epoch FROM resolved_at) * 1000000)::bigint AS resolved_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId
