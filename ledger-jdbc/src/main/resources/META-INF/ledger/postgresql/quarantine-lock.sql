-- Locks a quarantined message, which somebody is about to close, and says why it came here and whether it is closed.
-- Parameters: tenantId, quarantineId.
-- Rows: the message without bytes, or none.
SELECT error_class, error_type, error_code, error_fingerprint, error_message,
  resolution, resolved_by, resolved_reason,
  (extract(epoch FROM resolved_at) * 1000000)::bigint AS resolved_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId
FOR UPDATE
