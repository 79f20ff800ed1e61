-- One quarantined message with its bytes.
-- Parameters: tenantId, quarantineId.
-- Rows: the message, or none.
SELECT tenant_id, handler_id, topic, partition_no, offset_no,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', broker_timestamp) AS broker_micros,
  headers, raw_key, payload,
  error_class, error_type, error_code, error_fingerprint, error_message
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId
