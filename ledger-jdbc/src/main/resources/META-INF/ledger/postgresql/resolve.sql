-- RESOLVE: DEAD_LETTER -> SUCCEEDED by hand; clears error and content.
-- Parameters: the key, rowVersion, token (new), actor, reason.
-- Rows: count 1 moved; count 0 when state or version do not fit.
UPDATE ${prefix}event_consumption SET
  status = 'SUCCEEDED',
  open_seq = NULL,
  dead_at = NULL,
  closed_by = :actor,
  closed_reason = :reason,
  claim_id = CAST(:token AS uuid),
  row_version = row_version + 1,
  updated_at = clock_timestamp(),
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
  AND status = 'DEAD_LETTER'
  AND row_version = :rowVersion
