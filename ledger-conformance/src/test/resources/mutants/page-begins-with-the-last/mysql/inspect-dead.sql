-- A page of the dead letters that a filter selects, without content, tokens and authorisations; looks at no other rows.
-- The planner would rather walk all rows of the handler by their key than look up the few that it wants.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), beforeEvent and beforeItem (where the page
--   before ended among the rows of the instant "before", or empty), limit,
--   errorClass, errorCode, fingerprint, eventType, aggregateType, aggregateId (NULL for any).
-- Rows: the newest first, by the time they were received; of the same instant the highest key first.
SELECT
  tenant_id, handler_id, event_id, item_key, status,
  NULL AS token,
  claim_epoch, attempt, yields, row_version,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), lease_expires_at) AS lease_left,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_attempt_at) AS due_in,
  TIMESTAMPDIFF(MICROSECOND, received_at, UTC_TIMESTAMP(6)) AS age,
  error_class, payload_state, payload_sha256, event_type, aggregate_type, aggregate_id,
  sequence_no, order_seq, topic, partition_no, offset_no,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', broker_timestamp) AS broker_micros,
  error_type, error_code, error_fingerprint, error_message, wait_reason, node_id,
  BIN_TO_UUID(node_incarnation) AS node_incarnation,
  replay_generation,
  NULL AS replay_authorization,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', lease_expires_at) AS lease_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', next_attempt_at) AS due_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', dead_at) AS dead_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', received_at) AS received_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', updated_at) AS updated_micros,
  closed_by, closed_reason
FROM ${prefix}event_consumption IGNORE INDEX (PRIMARY)
WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
  AND cold_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND cold_at <= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND (:tenantId IS NOT NULL
    OR event_id < :beforeEvent
    OR (event_id = :beforeEvent AND item_key < :beforeItem))
  AND (:errorClass IS NULL OR error_class = :errorClass)
  AND (:errorCode IS NULL OR error_code = :errorCode)
  AND (:fingerprint IS NULL OR error_fingerprint = :fingerprint)
  AND (:eventType IS NULL OR event_type = :eventType)
  AND (:aggregateType IS NULL OR aggregate_type = :aggregateType)
  AND (:aggregateId IS NULL OR aggregate_id = :aggregateId)
ORDER BY cold_at DESC, event_id DESC, item_key DESC
LIMIT :limit
