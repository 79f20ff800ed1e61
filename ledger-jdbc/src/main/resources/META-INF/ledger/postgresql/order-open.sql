-- The first unresolved rows of an aggregate. Begins after the lock of its gate was given, and reads what is committed
-- by then. Locks nothing: to lock what it reads could make other aggregates wait.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, limit.
-- Rows: key and place of each and whether it waits for its turn, the first place first.
SELECT
  tenant_id, handler_id, event_id, item_key, open_seq,
  COALESCE(wait_reason = 'ORDER' AND next_attempt_at IS NULL, false) AS waits
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
  AND open_seq IS NOT NULL
ORDER BY open_seq
LIMIT :limit
