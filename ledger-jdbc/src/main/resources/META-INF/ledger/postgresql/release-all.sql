-- RELEASE of many: PROCESSING -> RETRY_SCHEDULED by their owner, who yields; content that is stored already is kept.
-- Parameters: tenantId, handlerId, rows (JSON array, sorted by key: e, i (the key), c (token), d (delay, microseconds),
--   z, u, k, r (payload state, payload, headers, raw key), bytes in base64; what is absent is NULL).
-- Rows: count of those moved; less than there are in rows when some are not PROCESSING with their token.
WITH k AS MATERIALIZED (
  SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS given(
    e text, i text, c uuid, d bigint, z text, u text, k text, r text))
UPDATE ${prefix}event_consumption AS e SET
  status = 'RETRY_SCHEDULED',
  wait_reason = 'YIELD',
  next_attempt_at = clock_timestamp() + k.d * interval '1 microsecond',
  yields = e.yields + 1,
  row_version = e.row_version + 1,
  updated_at = clock_timestamp(),
  lease_expires_at = NULL,
  held_since = NULL,
  payload = CASE WHEN e.payload_state IS NULL THEN decode(k.u, 'base64') ELSE e.payload END,
  headers = CASE WHEN e.payload_state IS NULL THEN decode(k.k, 'base64') ELSE e.headers END,
  raw_key = CASE WHEN e.payload_state IS NULL THEN decode(k.r, 'base64') ELSE e.raw_key END,
  payload_state = COALESCE(e.payload_state, k.z)
FROM k
WHERE e.tenant_id = :tenantId AND e.handler_id = :handlerId
  AND e.event_id = ANY (ARRAY(SELECT k.e FROM k))
  AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = 'PROCESSING'
  AND e.claim_id = k.c
