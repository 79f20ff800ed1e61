-- A new row in SUCCEEDED. Parameters: event, offset, hash.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, received_at, updated_at, topic, partition_no, offset_no,
  payload_sha256)
VALUES ('default', 'bench', ?, '', 'SUCCEEDED', 1, clock_timestamp(), clock_timestamp(), 'orders', 0, ?, ?)
ON CONFLICT DO NOTHING
