-- CLAIM_DUE, first part: locks what is due of one tenant and handler, the longest due first; skips what others write.
-- Parameters: tenantId, handlerId, limit, smallBytes.
-- Rows: the rows as they are, with the size of their content, and with the content of those where that is no more than
-- smallBytes.
SELECT
  tenant_id, handler_id, event_id, item_key,
  claim_epoch, attempt, yields,
  TIMESTAMPDIFF(MICROSECOND, received_at, UTC_TIMESTAMP(6)) AS age,
  payload_sha256, event_type, aggregate_type, aggregate_id,
  sequence_no, order_seq, topic, partition_no, offset_no,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', broker_timestamp) AS broker_micros,
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
WHERE cold_kind = 'DUE' AND handler_id = :handlerId AND tenant_id = :tenantId AND cold_at <= UTC_TIMESTAMP(6)
  AND status = 'RETRY_SCHEDULED'
ORDER BY cold_at
LIMIT :limit
FOR UPDATE SKIP LOCKED
