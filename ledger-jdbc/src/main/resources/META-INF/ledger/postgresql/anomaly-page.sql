-- A page of anomalies of one tenant.
-- Parameters: tenantId, kinds (separated by commas), from and before (microseconds since 1970), limit, and where the page
--   before ended among the anomalies of the instant "before": handlerId, eventId, itemKey, epoch, kind (empty to begin).
-- Rows: the newest first, those of the same instant with the highest key first.
SELECT tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail,
  (extract(epoch FROM seen_at) * 1000000)::bigint AS seen_micros
FROM ${prefix}consumption_anomalies
WHERE tenant_id = :tenantId
  AND seen_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND seen_at <= timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND (seen_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
    OR (handler_id, event_id, item_key, claim_epoch, kind) < (:handlerId, :eventId, :itemKey, :epoch, :kind))
  AND kind = ANY (string_to_array(:kinds, ','))
ORDER BY seen_at DESC, handler_id DESC, event_id DESC, item_key DESC, claim_epoch DESC, kind DESC
LIMIT :limit
