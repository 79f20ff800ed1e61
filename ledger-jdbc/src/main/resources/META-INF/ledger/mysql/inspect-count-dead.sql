-- Counts the dead letters that a filter selects, and stops at a limit; looks at no other rows.
-- The planner would rather walk all rows of the handler by their key than look up the few that it wants.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit,
--   errorClass, errorCode, fingerprint, eventType, aggregateType, aggregateId (NULL for any).
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption IGNORE INDEX (PRIMARY)
  WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
    AND cold_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND cold_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    AND (:errorClass IS NULL OR error_class = :errorClass)
    AND (:errorCode IS NULL OR error_code = :errorCode)
    AND (:fingerprint IS NULL OR error_fingerprint = :fingerprint)
    AND (:eventType IS NULL OR event_type = :eventType)
    AND (:aggregateType IS NULL OR aggregate_type = :aggregateType)
    AND (:aggregateId IS NULL OR aggregate_id = :aggregateId)
  ORDER BY cold_at
  LIMIT :limit) AS selected
