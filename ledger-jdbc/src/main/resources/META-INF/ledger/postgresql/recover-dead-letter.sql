-- RECOVER, third part: locked rows PROCESSING -> DEAD_LETTER.
-- Parameters: keys (JSON array of t, h, e, i and a new token c), failure.
-- Rows: the count must be that of the keys.
UPDATE ${prefix}event_consumption AS e SET
  status = 'DEAD_LETTER',
  dead_at = clock_timestamp(),
  claim_id = k.c,
  lease_expires_at = NULL,
  held_since = NULL,
  row_version = e.row_version + 1,
  updated_at = clock_timestamp(),
  error_class = :errorClass,
  error_type = :errorType,
  error_code = :errorCode,
  error_fingerprint = :errorFingerprint,
  error_message = :errorMessage
FROM jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text, c uuid)
WHERE e.tenant_id = k.t AND e.handler_id = k.h AND e.event_id = k.e AND e.item_key = k.i
  AND e.status = 'PROCESSING' AND e.lease_expires_at <= clock_timestamp()
