-- Anomalies of one tenant.
-- Parameters: tenantId, kinds (separated by commas), from and before (microseconds since 1970), limit.
-- Rows: the newest first.
SELECT tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', seen_at) AS seen_micros
FROM ${prefix}consumption_anomalies
WHERE tenant_id = :tenantId
  AND seen_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND seen_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND FIND_IN_SET(kind, :kinds)
ORDER BY seen_at DESC
LIMIT :limit
