-- Whether an earlier row of an aggregate is unresolved. Runs under the lock of its gate, and must see what was
-- committed before that lock was given: also in a caller's transaction whose snapshot is older.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, orderSeq (the place).
-- Rows: one if there is an earlier row, else none.
SELECT open_seq
FROM ${prefix}event_consumption
WHERE open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, :aggregateType, :aggregateId)
  AND open_seq < :orderSeq
LIMIT 1
FOR SHARE
