-- Anomalies of one tenant.
-- Parameters: tenantId, kinds (separated by commas), from and before (microseconds since 1970), limit.
-- Rows: the newest first.
SELECT tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail,
  (extract(epoch FROM seen_at) * 1000000)::bigint AS seen_micros
FROM ${prefix}consumption_anomalies
WHERE tenant_id = :tenantId
  AND seen_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND seen_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND kind = ANY (string_to_array(:kinds, ','))
ORDER BY seen_at DESC
LIMIT :limit
