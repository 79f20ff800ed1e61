-- BURY: RETRY_SCHEDULED -> DEAD_LETTER; content stays.
-- Parameters: the key, rowVersion, token (new), failure.
-- Rows: count 1 moved; count 0 when state or version do not fit.
UPDATE ${prefix}event_consumption SET
  status = 'DEAD_LETTER',
  dead_at = UTC_TIMESTAMP(6),
  wait_reason = NULL,
  next_attempt_at = NULL,
  replay_authorization = NULL,
  claim_id = UUID_TO_BIN(:token),
  row_version = row_version + 1,
  updated_at = UTC_TIMESTAMP(6),
  error_class = :errorClass,
  error_type = :errorType,
  error_code = :errorCode,
  error_fingerprint = :errorFingerprint,
  error_message = :errorMessage
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'RETRY_SCHEDULED'
  AND row_version >= :rowVersion - 1
