-- A page of the rows that a filter selects, without content, tokens and authorisations.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), beforeEvent and beforeItem (where the page
--   before ended among the rows of the instant "before", or empty), limit,
--   states (separated by commas), errorClass, errorCode, fingerprint, eventType, aggregateType, aggregateId (NULL for any).
-- Rows: the newest first, by the time they were received; of the same instant the highest key first.
SELECT
  tenant_id, handler_id, event_id, item_key, status,
  NULL::text AS token,
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
  NULL::text AS replay_authorization,
  (extract(epoch FROM lease_expires_at) * 1000000)::bigint AS lease_micros,
  (extract(epoch FROM next_attempt_at) * 1000000)::bigint AS due_micros,
  (extract(epoch FROM dead_at) * 1000000)::bigint AS dead_micros,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros,
  (extract(epoch FROM updated_at) * 1000000)::bigint AS updated_micros,
  closed_by, closed_reason
FROM ${prefix}event_consumption
WHERE :tenantId IS NOT NULL AND handler_id = :handlerId
  AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND received_at <= timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND (received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
    OR event_id < :beforeEvent
    OR (event_id = :beforeEvent AND item_key < :beforeItem))
  AND status = ANY (string_to_array(:states, ','))
  AND (CAST(:errorClass AS varchar) IS NULL OR error_class = :errorClass)
  AND (CAST(:errorCode AS varchar) IS NULL OR error_code = :errorCode)
  AND (CAST(:fingerprint AS varchar) IS NULL OR error_fingerprint = :fingerprint)
  AND (CAST(:eventType AS varchar) IS NULL OR event_type = :eventType)
  AND (CAST(:aggregateType AS varchar) IS NULL OR aggregate_type = :aggregateType)
  AND (CAST(:aggregateId AS varchar) IS NULL OR aggregate_id = :aggregateId)
ORDER BY received_at DESC, event_id DESC, item_key DESC
LIMIT :limit
