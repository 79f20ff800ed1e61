-- SCHEDULE_RETRY: PROCESSING -> RETRY_SCHEDULED by the owner; content that is stored already is kept.
-- Parameters: the key, token, failure, content, delay (microseconds).
-- Rows: count 1 moved; count 0 when the row is not PROCESSING with that token.
UPDATE ${prefix}event_consumption SET
  status = 'RETRY_SCHEDULED',
  wait_reason = 'FAILURE',
  next_attempt_at = NOW(6) + INTERVAL :delay MICROSECOND,
  row_version = row_version + 1,
  updated_at = UTC_TIMESTAMP(6),
  lease_expires_at = NULL,
  held_since = NULL,
  error_class = :errorClass,
  error_type = :errorType,
  error_code = :errorCode,
  error_fingerprint = :errorFingerprint,
  error_message = :errorMessage,
  payload = CASE WHEN payload_state IS NULL THEN :payload ELSE payload END,
  headers = CASE WHEN payload_state IS NULL THEN :headers ELSE headers END,
  raw_key = CASE WHEN payload_state IS NULL THEN :rawKey ELSE raw_key END,
  payload_state = COALESCE(payload_state, :payloadState)
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'PROCESSING'
  AND claim_id = UUID_TO_BIN(:token)
