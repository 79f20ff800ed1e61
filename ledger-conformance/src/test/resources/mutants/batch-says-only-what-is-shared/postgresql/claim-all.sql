-- CLAIM of many: (none) -> PROCESSING, attempt 1, epoch 1; keys that are there already are passed by.
-- Parameters: node and its incarnation; tenantId, handlerId, itemKey, eventType, aggregateType, topic, partition, lease
--   (in microseconds), each for all rows or NULL; rows (JSON array, sorted by key: e (event), c (token), g (aggregate
--   id), s (sequence), f (offset), b (broker timestamp, microseconds), x (payload hash), z, u, k, r (payload state,
--   payload, headers, raw key), bytes in base64; t, h, i, y, a, o, p, l where the parameter for all rows is NULL; what is
--   absent is NULL).
-- Rows: count of those made; less than there are in rows when some are there already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, lease_expires_at, held_since, received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256,
  payload_state, payload, headers, raw_key)
SELECT
  COALESCE(t, :tenantId), COALESCE(h, :handlerId), e, COALESCE(i, :itemKey), 'PROCESSING', 1, c, 1,
  :nodeId, CAST(:incarnation AS uuid),
  clock_timestamp() + COALESCE(l, :lease) * interval '1 microsecond',
  CASE WHEN z IS NOT NULL THEN clock_timestamp() END,
  clock_timestamp(), clock_timestamp(),
  COALESCE(y, :eventType), COALESCE(a, :aggregateType), g, s,
  :topic, COALESCE(p, :partition), f,
  timestamptz 'epoch' + b / 1000000 * interval '1 second' + b % 1000000 * interval '1 microsecond',
  decode(x, 'base64'),
  z, decode(u, 'base64'), decode(k, 'base64'), decode(r, 'base64')
FROM json_to_recordset(CAST(:rows AS json)) AS new_rows(
  t text, h text, e text, i text, c uuid, l bigint, y text, a text, g text, s bigint,
  o text, p integer, f bigint, b bigint, x text, z text, u text, k text, r text)
ON CONFLICT (tenant_id, handler_id, event_id, item_key) DO NOTHING
