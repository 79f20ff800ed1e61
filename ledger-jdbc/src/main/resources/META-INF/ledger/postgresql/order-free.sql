-- Makes the first unresolved row of an aggregate due, or those of the same place, if they wait for their turn. Runs
-- under the lock of its gate, and must see what was committed before that lock was given: also in a caller's
-- transaction whose snapshot is older.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: any count.
UPDATE ${prefix}event_consumption SET
  next_attempt_at = statement_timestamp(),
  row_version = row_version + 1,
  updated_at = clock_timestamp()
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
  AND open_seq = (
    SELECT min(p.open_seq) FROM ${prefix}event_consumption AS p
    WHERE p.tenant_id = :tenantId AND p.handler_id = :handlerId
      AND p.aggregate_type = :aggregateType AND p.aggregate_id = :aggregateId
      AND p.open_seq IS NOT NULL)
  AND wait_reason = 'ORDER' AND next_attempt_at IS NULL
