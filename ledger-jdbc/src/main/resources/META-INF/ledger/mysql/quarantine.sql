-- Keeps a message without a key, exactly as it came, once.
-- Parameters: tenantId, quarantineId, handlerId, topic, partition, offset, brokerTimestamp,
--   headers, rawKey, payload, payloadHash, failure.
-- Rows: count 1 made; a duplicate-key error when there is a row already.
INSERT INTO ${prefix}raw_message_quarantine (
  tenant_id, quarantine_id, handler_id, topic, partition_no, offset_no, broker_timestamp,
  headers, raw_key, payload, payload_sha256,
  error_class, error_type, error_code, error_fingerprint, error_message, received_at)
VALUES (
  :tenantId, :quarantineId, :handlerId, :topic, :partition, :offset,
  TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :brokerTimestamp MICROSECOND,
  :headers, :rawKey, :payload, :payloadHash,
  :errorClass, :errorType, :errorCode, :errorFingerprint, :errorMessage, UTC_TIMESTAMP(6))
