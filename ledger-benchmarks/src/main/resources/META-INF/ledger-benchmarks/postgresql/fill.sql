-- Rows in SUCCEEDED. Parameters: age in days, twice; number of the first and the last.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch, node_id, node_incarnation,
  received_at, updated_at, topic, partition_no, offset_no, payload_sha256)
SELECT
  'default', 'bench', 'a' || lpad(n::text, 15, '0'), '', 'SUCCEEDED', 1, gen_random_uuid(), 1, 'hand',
  '00000000-0000-0000-0000-000000000001'::uuid, clock_timestamp() - ?::int * interval '1 day',
  clock_timestamp() - ?::int * interval '1 day', 'orders', 0, n, sha256(n::text::bytea)
FROM generate_series(?::bigint, ?::bigint) AS n
