-- Of each aggregate in which rows wait for their turn the row that they wait for: the one in PROCESSING, else the first.
-- Looks at unresolved rows with an order only.
-- Parameters: tenantId, handlerId, limit.
-- Rows: those with the most waiting first.
WITH unresolved AS (
  SELECT
    tenant_id, handler_id, event_id, item_key, aggregate_type, aggregate_id, order_seq, status, updated_at,
    ROW_NUMBER() OVER (
      PARTITION BY aggregate_type, aggregate_id
      ORDER BY status <> 'PROCESSING', open_seq, event_id, item_key) AS place,
    SUM(wait_reason <=> 'ORDER' AND next_attempt_at IS NULL) OVER (
      PARTITION BY aggregate_type, aggregate_id) AS waiting
  FROM ${prefix}event_consumption
  WHERE open_aggregate >= CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, '')
    AND open_aggregate < CONCAT(:tenantId, CHAR(31 USING utf8mb4), :handlerId, CHAR(32 USING utf8mb4))
)
SELECT
  tenant_id, handler_id, event_id, item_key, aggregate_type, aggregate_id, order_seq, status,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', updated_at) AS updated_micros,
  waiting
FROM unresolved
WHERE place = 1 AND waiting > 0
ORDER BY waiting DESC, event_id, item_key
LIMIT :limit
