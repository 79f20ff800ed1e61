-- The dead letters that a replay is asked for, without content; looks at no other rows.
-- The planner would rather walk all rows of the handler by their key than look up the few that it wants.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), errorClass, errorCode, fingerprint,
--   eventType, aggregateType, aggregateId (each NULL for any), limit.
-- Rows: key and version of each, those received first at the top.
SELECT tenant_id, handler_id, event_id, item_key, row_version
FROM ${prefix}event_consumption IGNORE INDEX (PRIMARY)
WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
  AND cold_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND cold_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND (:errorClass IS NULL OR error_class = :errorClass)
  AND (:errorCode IS NULL OR error_code IS NOT NULL OR error_code = :errorCode)
  AND (:fingerprint IS NULL OR error_fingerprint = :fingerprint)
  AND (:eventType IS NULL OR event_type = :eventType)
  AND (:aggregateType IS NULL OR aggregate_type = :aggregateType)
  AND (:aggregateId IS NULL OR aggregate_id = :aggregateId)
ORDER BY cold_at
LIMIT :limit
