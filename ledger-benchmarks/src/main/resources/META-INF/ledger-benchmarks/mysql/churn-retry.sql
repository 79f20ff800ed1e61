-- Some claimed rows to RETRY_SCHEDULED. Parameters: number of the first and the last.
UPDATE event_consumption SET
  status = 'RETRY_SCHEDULED', wait_reason = 'FAILURE', lease_expires_at = NULL, next_attempt_at = UTC_TIMESTAMP(6),
  payload_state = 'TOMBSTONE', error_class = 'RETRYABLE', error_type = 'java.io.IOException',
  error_fingerprint = REPEAT('0', 64), row_version = row_version + 1, updated_at = UTC_TIMESTAMP(6)
WHERE tenant_id = 'default' AND handler_id = 'bench' AND status = 'PROCESSING'
  AND event_id BETWEEN CONCAT('c', LPAD(?, 15, '0')) AND CONCAT('c', LPAD(?, 15, '0'))
