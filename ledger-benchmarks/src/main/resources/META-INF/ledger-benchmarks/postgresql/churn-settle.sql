-- Claimed rows and those to retry to SUCCEEDED. Parameters: number of the first and the last.
UPDATE event_consumption SET
  status = 'SUCCEEDED', wait_reason = NULL, lease_expires_at = NULL, next_attempt_at = NULL, payload_state = NULL,
  error_class = NULL, error_type = NULL, error_fingerprint = NULL, row_version = row_version + 1,
  updated_at = clock_timestamp()
WHERE tenant_id = 'default' AND handler_id = 'bench' AND status IN ('PROCESSING', 'RETRY_SCHEDULED')
  AND event_id BETWEEN 'c' || lpad(?::text, 15, '0') AND 'c' || lpad(?::text, 15, '0')
