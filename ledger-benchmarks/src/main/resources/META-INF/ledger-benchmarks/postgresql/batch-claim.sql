-- New rows in PROCESSING, sorted. Parameters: token; arrays of events, offsets, hashes.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id, node_incarnation,
  lease_expires_at, received_at, updated_at, topic, partition_no, offset_no, payload_sha256)
SELECT
  'default', 'bench', r.event, '', 'PROCESSING', 1, ?, 1, 'hand', '00000000-0000-0000-0000-000000000001'::uuid,
  clock_timestamp() + interval '1 minute', clock_timestamp(), clock_timestamp(), 'orders', 0, r.number, r.hash
FROM unnest(?::text[], ?::bigint[], ?::bytea[]) AS r(event, number, hash)
ORDER BY r.event
ON CONFLICT DO NOTHING
