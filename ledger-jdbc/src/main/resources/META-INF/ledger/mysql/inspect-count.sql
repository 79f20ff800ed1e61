-- Counts the rows that a filter selects, and stops at a limit.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit,
--   states (separated by commas), errorClass, errorCode, fingerprint, eventType, aggregateType, aggregateId (NULL for any).
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId
    AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND received_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    AND FIND_IN_SET(status, :states)
    AND (:errorClass IS NULL OR error_class = :errorClass)
    AND (:errorCode IS NULL OR error_code = :errorCode)
    AND (:fingerprint IS NULL OR error_fingerprint = :fingerprint)
    AND (:eventType IS NULL OR event_type = :eventType)
    AND (:aggregateType IS NULL OR aggregate_type = :aggregateType)
    AND (:aggregateId IS NULL OR aggregate_id = :aggregateId)
  ORDER BY received_at
  LIMIT :limit) AS selected
