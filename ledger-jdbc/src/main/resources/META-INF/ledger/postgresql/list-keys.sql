-- The rows of a set of keys, without content.
-- Parameters: keys (JSON array of t, h, e, i).
-- Rows: those that exist, in any order.
SELECT
  e.tenant_id, e.handler_id, e.event_id, e.item_key, e.status,
  e.claim_id::text AS token,
  e.claim_epoch, e.attempt, e.yields, e.row_version,
  (extract(epoch FROM e.lease_expires_at - clock_timestamp()) * 1000000)::bigint AS lease_left,
  (extract(epoch FROM e.next_attempt_at - clock_timestamp()) * 1000000)::bigint AS due_in,
  (extract(epoch FROM clock_timestamp() - e.received_at) * 1000000)::bigint AS age,
  e.error_class, e.payload_state, e.payload_sha256, e.event_type, e.aggregate_type,
  e.aggregate_id, e.sequence_no, e.order_seq, e.topic, e.partition_no, e.offset_no,
  (extract(epoch FROM e.broker_timestamp) * 1000000)::bigint AS broker_micros,
  e.error_type, e.error_code, e.error_fingerprint, e.error_message, e.wait_reason, e.node_id,
  e.node_incarnation::text AS node_incarnation,
  e.replay_generation,
  e.replay_authorization::text AS replay_authorization,
  (extract(epoch FROM e.lease_expires_at) * 1000000)::bigint AS lease_micros,
  (extract(epoch FROM e.next_attempt_at) * 1000000)::bigint AS due_micros,
  (extract(epoch FROM e.dead_at) * 1000000)::bigint AS dead_micros,
  (extract(epoch FROM e.received_at) * 1000000)::bigint AS received_micros,
  (extract(epoch FROM e.updated_at) * 1000000)::bigint AS updated_micros,
  e.closed_by, e.closed_reason
FROM jsonb_to_recordset(CAST(:keys AS jsonb)) AS k(t text, h text, e text, i text)
-- Key by key: a join could read the whole table as long as that has no statistics.
CROSS JOIN LATERAL (
  SELECT x.*
  FROM ${prefix}event_consumption AS x
  WHERE x.tenant_id = k.t AND x.handler_id = k.h AND x.event_id = k.e AND x.item_key = k.i
  OFFSET 0) AS e
