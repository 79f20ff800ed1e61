-- One row without its content, as the last committed writer left it; waits for a writer under way.
-- Parameters: the key.
-- Rows: the row, or none; locked until the transaction ends.
SELECT
  tenant_id, handler_id, event_id, item_key, status,
  claim_id::text AS token,
  claim_epoch, attempt, yields, row_version,
  (extract(epoch FROM lease_expires_at - clock_timestamp()) * 1000000)::bigint AS lease_left,
  (extract(epoch FROM next_attempt_at - clock_timestamp()) * 1000000)::bigint AS due_in,
  (extract(epoch FROM clock_timestamp() - received_at) * 1000000)::bigint AS age,
  error_class, payload_state, payload_sha256, event_type, aggregate_type, aggregate_id,
  sequence_no, order_seq, topic, partition_no, offset_no,
  (extract(epoch FROM broker_timestamp) * 1000000)::bigint AS broker_micros,
  error_type, error_code, error_fingerprint, error_message, wait_reason, node_id,
  node_incarnation::text AS node_incarnation,
  replay_generation,
  replay_authorization::text AS replay_authorization,
  (extract(epoch FROM lease_expires_at) * 1000000)::bigint AS lease_micros,
  (extract(epoch FROM next_attempt_at) * 1000000)::bigint AS due_micros,
  (extract(epoch FROM dead_at) * 1000000)::bigint AS dead_micros,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros,
  (extract(epoch FROM updated_at) * 1000000)::bigint AS updated_micros,
  closed_by, closed_reason
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
