-- DEAD_LETTER of many: PROCESSING -> DEAD_LETTER by their owner; content that is stored already is kept.
-- Parameters: tenantId, handlerId, rows (JSON array, sorted by key: e, i (the key), c (token),
--   q, w, n, j, m (error class, type, code, fingerprint, message), z, u, k, r (payload state, payload, headers, raw
--   key), bytes in base64; what is absent is NULL).
-- Rows: count of those moved; less than there are in rows when some are not PROCESSING with their token.
WITH k AS MATERIALIZED (
  SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS given(
    e text, i text, c uuid, q text, w text, n text, j text, m text, z text, u text, k text, r text))
UPDATE ${prefix}event_consumption AS e SET
  status = 'DEAD_LETTER',
  dead_at = clock_timestamp(),
  row_version = e.row_version + 1,
  updated_at = clock_timestamp(),
  lease_expires_at = NULL,
  held_since = NULL,
  error_class = k.q,
  error_type = k.w,
  error_code = k.n,
  error_fingerprint = k.j,
  error_message = k.m,
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
