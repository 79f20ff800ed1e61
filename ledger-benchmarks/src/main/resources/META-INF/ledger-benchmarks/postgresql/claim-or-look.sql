-- Claim, and in the same round trip the state of a row that is there. Parameters: event, event, token, offset, hash.
WITH present AS MATERIALIZED (
  SELECT status FROM event_consumption
  WHERE tenant_id = 'default' AND handler_id = 'bench' AND event_id = ? AND item_key = ''
),
fresh AS (
  INSERT INTO event_consumption (
    tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id, node_incarnation,
    lease_expires_at, received_at, updated_at, topic, partition_no, offset_no, payload_sha256)
  SELECT
    'default', 'bench', ?, '', 'PROCESSING', 1, ?, 1, 'hand', '00000000-0000-0000-0000-000000000001'::uuid,
    clock_timestamp() + interval '1 minute', clock_timestamp(), clock_timestamp(), 'orders', 0, ?, ?
  WHERE NOT EXISTS (SELECT 1 FROM present)
  ON CONFLICT DO NOTHING
  RETURNING 'CLAIMED'::text
)
SELECT * FROM fresh UNION ALL SELECT * FROM present
