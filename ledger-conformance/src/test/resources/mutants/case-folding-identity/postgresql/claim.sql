-- CLAIM: (none) -> PROCESSING, attempt 1, epoch 1.
-- Parameters: the key, token, node and its incarnation, lease (microseconds), metadata, payload hash, orderSeq,
--   content (all NULL to store none yet; with content the row is held, so that RECOVER finds it).
-- Rows: count 1 made, count 0 when there is a row already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, lease_expires_at, held_since, received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no, order_seq, open_seq,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256,
  payload_state, payload, headers, raw_key)
SELECT
  :tenantId, :handlerId, :eventId, :itemKey, 'PROCESSING', 1, CAST(:token AS uuid), 1,
  :nodeId, CAST(:incarnation AS uuid),
  clock_timestamp() + :lease * interval '1 microsecond',
  CASE WHEN CAST(:payloadState AS varchar) IS NOT NULL THEN clock_timestamp() END,
  clock_timestamp(), clock_timestamp(),
  :eventType, :aggregateType, :aggregateId, :sequence, :orderSeq, :orderSeq,
  :topic, :partition, :offset,
  timestamptz 'epoch' + :brokerTimestamp / 1000000 * interval '1 second' + :brokerTimestamp % 1000000 * interval '1 microsecond',
  :payloadHash,
  :payloadState, :payload, :headers, :rawKey
WHERE NOT EXISTS (SELECT 1 FROM ${prefix}event_consumption WHERE tenant_id = :tenantId AND handler_id = :handlerId AND lower(event_id) = lower(:eventId) AND item_key = :itemKey)
ON CONFLICT (tenant_id, handler_id, event_id, item_key) DO NOTHING
