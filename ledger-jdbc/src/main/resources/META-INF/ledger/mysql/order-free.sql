-- Makes the first unresolved row of an aggregate due, or those of the same place, if they wait for their turn. Runs
-- under the lock of its gate, and must see what was committed before that lock was given: also in a caller's
-- transaction whose snapshot is older.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: any count.
UPDATE ${prefix}event_consumption AS e
JOIN (
  SELECT p.open_seq FROM ${prefix}event_consumption AS p
  WHERE p.open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, :aggregateType, :aggregateId)
  ORDER BY p.open_seq
  LIMIT 1
  FOR UPDATE) AS head
  ON e.open_seq = head.open_seq
SET
  e.next_attempt_at = UTC_TIMESTAMP(6),
  e.row_version = e.row_version + 1,
  e.updated_at = UTC_TIMESTAMP(6)
WHERE e.open_aggregate = CONCAT_WS(CHAR(31 USING utf8mb4), :tenantId, :handlerId, :aggregateType, :aggregateId)
  AND e.wait_reason = 'ORDER' AND e.next_attempt_at IS NULL
