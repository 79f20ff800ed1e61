-- Of each aggregate in which rows wait for their turn the row that they wait for: the one in PROCESSING, else the first.
-- Looks at unresolved rows with an order only.
-- Parameters: tenantId, handlerId, limit.
-- Rows: those with the most waiting first.
WITH unresolved AS (
  SELECT
    tenant_id, handler_id, event_id, item_key, aggregate_type, aggregate_id, order_seq, status, updated_at,
    row_number() OVER (
      PARTITION BY aggregate_type, aggregate_id
      ORDER BY status <> 'PROCESSING', open_seq, event_id, item_key) AS place,
    count(*) FILTER (WHERE wait_reason = 'ORDER' AND next_attempt_at IS NULL) OVER (
      PARTITION BY aggregate_type, aggregate_id) AS waiting
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId AND open_seq IS NOT NULL
)
SELECT
  tenant_id, handler_id, event_id, item_key, aggregate_type, aggregate_id, order_seq, status,
  (extract(epoch FROM updated_at) * 1000000)::bigint AS updated_micros,
  waiting
FROM unresolved
WHERE place = 1 AND waiting > 0
ORDER BY waiting DESC, event_id, item_key
LIMIT :limit
