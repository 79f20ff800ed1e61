-- COMPLETE: (none) -> SUCCEEDED, attempt 1, no claim.
-- Parameters: the key, metadata, payload hash.
-- Rows: count 1 made, count 0 when there is a row already.
INSERT INTO ${prefix}event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, received_at, updated_at,
  event_type, aggregate_type, aggregate_id, sequence_no,
  topic, partition_no, offset_no, broker_timestamp, payload_sha256)
VALUES (
  :tenantId, :handlerId, :eventId, :itemKey, 'SUCCEEDED', 1, clock_timestamp(), clock_timestamp(),
  :eventType, :aggregateType, :aggregateId, :sequence,
  :topic, :partition, :offset,
  timestamptz 'epoch' + :brokerTimestamp / 1000000 * interval '1 second' + :brokerTimestamp % 1000000 * interval '1 microsecond',
  :payloadHash)
ON CONFLICT (tenant_id, handler_id, event_id, item_key) DO NOTHING
