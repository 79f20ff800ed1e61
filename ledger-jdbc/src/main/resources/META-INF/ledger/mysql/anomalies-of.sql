-- The anomalies of one row.
-- Parameters: the key, limit.
-- Rows: the newest first.
SELECT tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', seen_at) AS seen_micros
FROM ${prefix}consumption_anomalies
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
ORDER BY seen_at DESC, claim_epoch DESC, kind DESC
LIMIT :limit
