-- ADMIT: (none) -> RETRY_SCHEDULED, attempt 0, due now: a quarantined message that could be read after all.
-- Parameters: the key, metadata, orderSeq (NULL for none), payload hash, content, failure (what had kept it from being read).
-- Rows: count 1 made; a duplicate-key error when there is a row already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, wait_reason, attempt,
  next_attempt_at, received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no, order_seq, open_seq,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256,
  payload_state, payload, headers, raw_key,
  error_class, error_type, error_code, error_fingerprint, error_message)
VALUES (
  :tenantId, :handlerId, :eventId, :itemKey, 'RETRY_SCHEDULED', 'REPLAY', 0,
  UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
  :eventType, :aggregateType, :aggregateId, :sequence, :orderSeq, NULL,
  :topic, :partition, :offset,
  TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :brokerTimestamp MICROSECOND,
  :payloadHash,
  :payloadState, :payload, :headers, :rawKey,
  :errorClass, :errorType, :errorCode, :errorFingerprint, :errorMessage)
