-- The rows at the first place of an aggregate that wait for their turn. Begins after the lock of its gate was given, and
-- reads what is committed by then. Locks nothing: to lock what it reads could make other aggregates wait.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, limit.
-- Rows: the keys, in any order; none if those at the first place do not wait, however many wait behind them.
SELECT tenant_id, handler_id, event_id, item_key
FROM ${prefix}event_consumption
WHERE open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, :aggregateType, :aggregateId)
  AND open_seq = (
    SELECT MIN(f.open_seq)
    FROM ${prefix}event_consumption AS f
    WHERE f.open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, :aggregateType, :aggregateId))
  AND wait_reason = 'ORDER' AND next_attempt_at IS NULL
LIMIT :limit
