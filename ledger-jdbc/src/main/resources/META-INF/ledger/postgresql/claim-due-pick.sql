-- CLAIM_DUE, first part: locks what is due of one tenant and handler, the longest due first; skips what others write.
-- A row with a due time is RETRY_SCHEDULED by a rule of the table. To ask for that too would make the planner expect
-- so few rows that it sorts all that are due, however few are wanted.
-- Parameters: tenantId, handlerId, limit, smallBytes.
-- Rows: the rows as they are, with the size of their content, and with the content of those where that is no more than
-- smallBytes.
SELECT
  tenant_id, handler_id, event_id, item_key,
  claim_epoch, attempt, yields,
  (extract(epoch FROM clock_timestamp() - received_at) * 1000000)::bigint AS age,
  payload_sha256, event_type, aggregate_type, aggregate_id,
  sequence_no, order_seq, topic, partition_no, offset_no,
  (extract(epoch FROM broker_timestamp) * 1000000)::bigint AS broker_micros,
  wait_reason, replay_authorization IS NOT NULL AS is_replay,
  COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(headers), 0)
    + COALESCE(OCTET_LENGTH(raw_key), 0) AS content_bytes,
  payload_state,
  CASE WHEN COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(headers), 0)
    + COALESCE(OCTET_LENGTH(raw_key), 0) <= :smallBytes THEN payload END AS payload,
  CASE WHEN COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(headers), 0)
    + COALESCE(OCTET_LENGTH(raw_key), 0) <= :smallBytes THEN headers END AS headers,
  CASE WHEN COALESCE(OCTET_LENGTH(payload), 0) + COALESCE(OCTET_LENGTH(headers), 0)
    + COALESCE(OCTET_LENGTH(raw_key), 0) <= :smallBytes THEN raw_key END AS raw_key
FROM ${prefix}event_consumption
WHERE handler_id = :handlerId AND tenant_id = :tenantId AND next_attempt_at <= statement_timestamp()
ORDER BY next_attempt_at
LIMIT :limit
FOR NO KEY UPDATE SKIP LOCKED
