-- A page of anomalies of one tenant.
-- Parameters: tenantId, kinds (separated by commas), from and before (microseconds since 1970), limit, and where the page
--   before ended among the anomalies of the instant "before": handlerId, eventId, itemKey, epoch, kind (empty to begin).
-- Rows: the newest first, those of the same instant with the highest key first.
SELECT tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', seen_at) AS seen_micros
FROM ${prefix}consumption_anomalies
WHERE tenant_id = :tenantId
  AND seen_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND seen_at <= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND (seen_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    OR (handler_id, event_id, item_key, claim_epoch, kind) < (:handlerId, :eventId, :itemKey, :epoch, :kind))
  AND FIND_IN_SET(kind, :kinds)
ORDER BY seen_at DESC, handler_id DESC, event_id DESC, item_key DESC, claim_epoch DESC, kind DESC
LIMIT :limit
