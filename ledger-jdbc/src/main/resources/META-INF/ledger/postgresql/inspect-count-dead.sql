-- Counts the dead letters that a filter selects, and stops at a limit; looks at no other rows.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit,
--   errorClass, errorCode, fingerprint, eventType, aggregateType, aggregateId (NULL for any).
-- Rows: one, the number.
SELECT count(*) AS number_of_rows FROM (
  SELECT 1
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId AND dead_at IS NOT NULL
    AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
    AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
    AND (CAST(:errorClass AS varchar) IS NULL OR error_class = :errorClass)
    AND (CAST(:errorCode AS varchar) IS NULL OR error_code = :errorCode)
    AND (CAST(:fingerprint AS varchar) IS NULL OR error_fingerprint = :fingerprint)
    AND (CAST(:eventType AS varchar) IS NULL OR event_type = :eventType)
    AND (CAST(:aggregateType AS varchar) IS NULL OR aggregate_type = :aggregateType)
    AND (CAST(:aggregateId AS varchar) IS NULL OR aggregate_id = :aggregateId)
  ORDER BY received_at
  LIMIT :limit) AS selected
