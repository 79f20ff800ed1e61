-- Rows in RETRY_SCHEDULED that are due. Parameters: number of the first and the last.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, wait_reason, attempt, claim_id, claim_epoch, next_attempt_at,
  received_at, updated_at, topic, partition_no, offset_no, payload_sha256, payload_state, payload,
  error_class, error_type, error_fingerprint)
SELECT
  'default', 'bench', CONCAT('d', LPAD(n, 15, '0')), '', 'RETRY_SCHEDULED', 'FAILURE', 1, UUID_TO_BIN(UUID()), 1,
  UTC_TIMESTAMP(6) - INTERVAL 1 HOUR, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), 'orders', 0, n,
  UNHEX(SHA2(n, 256)), 'STORED', CAST(n AS CHAR), 'RETRYABLE', 'java.io.IOException', REPEAT('0', 64)
FROM (
  WITH RECURSIVE d (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM d WHERE i < 999)
  SELECT ? + a.i * 1000 + b.i AS n FROM d AS a CROSS JOIN d AS b) AS numbers
WHERE n <= ?
