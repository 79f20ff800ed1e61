-- Whether an earlier row of an aggregate is unresolved. Begins after the lock of its gate was given, and reads what is
-- committed by then. Locks nothing: to lock what it reads could make other aggregates wait.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, orderSeq (the place).
-- Rows: one if there is an earlier row, else none.
SELECT open_seq
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
  AND open_seq < :orderSeq AND updated_at < clock_timestamp() - interval '1 minute'
LIMIT 1
