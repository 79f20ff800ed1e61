-- One quarantined message with its bytes.
-- Parameters: tenantId, quarantineId.
-- Rows: the message, or none.
SELECT tenant_id, handler_id, topic, partition_no, offset_no,
  (extract(epoch FROM broker_timestamp) * 1000000)::bigint AS broker_micros,
  headers, raw_key, payload,
  error_class, error_type, error_code, error_fingerprint, error_message
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId
