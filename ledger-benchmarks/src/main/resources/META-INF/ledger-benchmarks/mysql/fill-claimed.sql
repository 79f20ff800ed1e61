-- Rows in PROCESSING, whose token is their number. Parameters: number of the first and the last.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id, node_incarnation,
  lease_expires_at, received_at, updated_at, topic, partition_no, offset_no, payload_sha256)
SELECT
  'default', 'bench', CONCAT('c', LPAD(n, 15, '0')), '', 'PROCESSING', 1, UNHEX(LPAD(HEX(n), 32, '0')), 1, 'hand',
  x'00000000000000000000000000000001', UTC_TIMESTAMP(6) + INTERVAL 1 DAY, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
  'orders', 0, n, UNHEX(SHA2(n, 256))
FROM (
  WITH RECURSIVE d (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM d WHERE i < 999)
  SELECT ? + a.i * 1000 + b.i AS n FROM d AS a CROSS JOIN d AS b) AS numbers
WHERE n <= ?
