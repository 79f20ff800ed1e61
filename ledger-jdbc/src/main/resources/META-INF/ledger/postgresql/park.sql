-- PARK: (none) -> RETRY_SCHEDULED, attempt 0, no due time: it waits for its turn.
-- Parameters: the key, metadata, orderSeq, payload hash, content.
-- Rows: count 1 made, count 0 when there is a row already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, wait_reason, attempt,
  received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no, order_seq, open_seq,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256,
  payload_state, payload, headers, raw_key)
VALUES (
  :tenantId, :handlerId, :eventId, :itemKey, 'RETRY_SCHEDULED', 'ORDER', 0,
  clock_timestamp(), clock_timestamp(),
  :eventType, :aggregateType, :aggregateId, :sequence, :orderSeq, :orderSeq,
  :topic, :partition, :offset,
  timestamptz 'epoch' + :brokerTimestamp / 1000000 * interval '1 second' + :brokerTimestamp % 1000000 * interval '1 microsecond',
  :payloadHash,
  :payloadState, :payload, :headers, :rawKey)
ON CONFLICT (tenant_id, handler_id, event_id, item_key) DO NOTHING
