-- CLAIM_DUE, first part: locks what is due of one tenant and handler, the longest due first; skips what others write.
-- Parameters: tenantId, handlerId, limit.
-- Rows: the rows as they are, with the size of their content.
SELECT
  tenant_id, handler_id, event_id, item_key, status,
  BIN_TO_UUID(claim_id) AS token,
  claim_epoch, attempt, yields, row_version,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), lease_expires_at) AS lease_left,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_attempt_at) AS due_in,
  TIMESTAMPDIFF(MICROSECOND, received_at, UTC_TIMESTAMP(6)) AS age,
  error_class, payload_state, payload_sha256, event_type, aggregate_type, aggregate_id,
  sequence_no, order_seq, topic, partition_no, offset_no,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', broker_timestamp) AS broker_micros,
  wait_reason, replay_authorization IS NOT NULL AS is_replay,
  COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(headers), 0)
    + COALESCE(OCTET_LENGTH(raw_key), 0) AS content_bytes
FROM ${prefix}event_consumption
WHERE cold_kind = 'DUE' AND handler_id = :handlerId AND tenant_id = :tenantId AND cold_at <= UTC_TIMESTAMP(6)
  AND status = 'RETRY_SCHEDULED'
ORDER BY cold_at
LIMIT :limit
FOR UPDATE SKIP LOCKED
