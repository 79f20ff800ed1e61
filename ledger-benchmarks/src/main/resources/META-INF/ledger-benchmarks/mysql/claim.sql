-- A new row in PROCESSING; a duplicate-key error if there is one. Parameters: event, token, offset, hash.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id, node_incarnation,
  lease_expires_at, received_at, updated_at, topic, partition_no, offset_no, payload_sha256)
VALUES (
  'default', 'bench', ?, '', 'PROCESSING', 1, ?, 1, 'hand', x'00000000000000000000000000000001',
  UTC_TIMESTAMP(6) + INTERVAL 1 MINUTE, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), 'orders', 0, ?, ?)
