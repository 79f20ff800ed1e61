-- CLAIM: (none) -> PROCESSING, attempt 1, epoch 1.
-- Parameters: the key, token, node and its incarnation, lease (microseconds), metadata, payload hash, orderSeq,
--   content (all NULL to store none yet; with content the row is held, so that RECOVER finds it).
-- Rows: count 1 made; a duplicate-key error when there is a row already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, lease_expires_at, held_since, received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no, order_seq, open_seq,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256,
  payload_state, payload, headers, raw_key)
VALUES (
  :tenantId, :handlerId, :eventId, :itemKey, 'PROCESSING', 1, UUID_TO_BIN(:token), 1,
  :nodeId, UUID_TO_BIN(:incarnation),
  UTC_TIMESTAMP(6) + INTERVAL :lease MICROSECOND,
  CASE WHEN :payloadState IS NOT NULL THEN UTC_TIMESTAMP(6) END,
  UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
  :eventType, :aggregateType, :aggregateId, :sequence, :orderSeq, :orderSeq,
  :topic, :partition, :offset,
  TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :brokerTimestamp MICROSECOND,
  :payloadHash,
  :payloadState, :payload, :headers, :rawKey)
