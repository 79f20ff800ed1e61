-- Whether an earlier row of an aggregate is unresolved. Begins after the lock of its gate was given, and reads what is
-- committed by then. Locks nothing: to lock what it reads could make other aggregates wait.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, orderSeq (the place).
-- Rows: one if there is an earlier row, else none.
SELECT open_seq
FROM ${prefix}event_consumption
WHERE open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, :aggregateType, :aggregateId)
  AND open_seq < :orderSeq
LIMIT 1
