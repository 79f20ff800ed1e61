-- Rows in RETRY_SCHEDULED that are due. Parameters: number of the first and the last.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, wait_reason, attempt, claim_id, claim_epoch, next_attempt_at,
  received_at, updated_at, topic, partition_no, offset_no, payload_sha256, payload_state, payload,
  error_class, error_type, error_fingerprint)
SELECT
  'default', 'bench', 'd' || lpad(n::text, 15, '0'), '', 'RETRY_SCHEDULED', 'FAILURE', 1, gen_random_uuid(), 1,
  clock_timestamp() - interval '1 hour', clock_timestamp(), clock_timestamp(), 'orders', 0, n,
  sha256(n::text::bytea), 'STORED', n::text::bytea, 'RETRYABLE', 'java.io.IOException', repeat('0', 64)
FROM generate_series(?::bigint, ?::bigint) AS n
