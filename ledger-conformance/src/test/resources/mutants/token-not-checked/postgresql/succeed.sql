-- SUCCEED: PROCESSING -> SUCCEEDED by the owner; clears error and content.
-- Parameters: the key, token.
-- Rows: count 1 moved; count 0 when the row is not PROCESSING with that token.
UPDATE ${prefix}event_consumption SET
  status = 'SUCCEEDED',
  open_seq = NULL,
  row_version = row_version + 1,
  updated_at = clock_timestamp(),
  lease_expires_at = NULL,
  held_since = NULL,
  error_class = NULL,
  error_type = NULL,
  error_code = NULL,
  error_fingerprint = NULL,
  error_message = NULL,
  payload_state = NULL,
  payload = NULL,
  headers = NULL,
  raw_key = NULL
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'PROCESSING'
  AND CAST(:token AS uuid) IS NOT NULL
