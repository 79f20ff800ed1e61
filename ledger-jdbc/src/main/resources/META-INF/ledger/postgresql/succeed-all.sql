-- SUCCEED of many: PROCESSING -> SUCCEEDED by their owner; clears error and content.
-- Parameters: tenantId, handlerId, rows (JSON array, sorted by key: e, i (the key), c (token)).
-- Rows: count of those moved; less than there are in rows when some are not PROCESSING with their token.
WITH k AS MATERIALIZED (
  SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS given(e text, c uuid))
UPDATE ${prefix}event_consumption AS e SET
  status = 'SUCCEEDED',
  row_version = e.row_version + 1,
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
WHERE e.tenant_id = :tenantId AND e.handler_id = :handlerId
  AND e.event_id = ANY (ARRAY(SELECT k.e FROM k))
  AND e.status = 'PROCESSING'
  -- A join could be planned to look up each row once for each token; the truth of a list is looked up by hash.
  AND (e.claim_id IN (SELECT k.c FROM k)) IS TRUE
