-- The dead letters that a replay is asked for, without content; looks at no other rows.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), errorClass, errorCode, fingerprint,
--   eventType, aggregateType, aggregateId (each NULL for any), limit.
-- Rows: key and version of each, those received first at the top.
SELECT tenant_id, handler_id, event_id, item_key, row_version
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND dead_at IS NOT NULL
  AND (CAST(:errorClass AS varchar) IS NULL OR error_class = :errorClass)
  AND (CAST(:errorCode AS varchar) IS NULL OR error_code = :errorCode)
  AND (CAST(:fingerprint AS varchar) IS NULL OR error_fingerprint = :fingerprint)
  AND (CAST(:eventType AS varchar) IS NULL OR event_type = :eventType)
  AND (CAST(:aggregateType AS varchar) IS NULL OR aggregate_type = :aggregateType)
  AND (CAST(:aggregateId AS varchar) IS NULL OR aggregate_id = :aggregateId)
ORDER BY received_at
LIMIT :limit
