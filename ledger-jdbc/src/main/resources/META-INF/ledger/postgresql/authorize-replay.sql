-- AUTHORIZE_REPLAY: DEAD_LETTER -> RETRY_SCHEDULED, due now, attempt 0, yields 0, generation + 1.
-- Parameters: the key, rowVersion, token (new), authorization.
-- Rows: count 1 moved; count 0 when state or version do not fit.
UPDATE ${prefix}event_consumption SET
  status = 'RETRY_SCHEDULED',
  wait_reason = 'REPLAY',
  next_attempt_at = clock_timestamp(),
  dead_at = NULL,
  attempt = 0,
  yields = 0,
  replay_generation = replay_generation + 1,
  replay_authorization = CAST(:authorization AS uuid),
  claim_id = CAST(:token AS uuid),
  row_version = row_version + 1,
  updated_at = clock_timestamp()
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'DEAD_LETTER'
  AND row_version = :rowVersion
  AND payload_state <> 'TRUNCATED'
