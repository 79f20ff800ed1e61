-- A page of the audit of one tenant.
-- Parameters: tenantId, from and before (microseconds since 1970), beforeId (where the page before ended among the lines
--   of the instant "before", or 0), limit.
-- Rows: the newest first.
SELECT audit_id, tenant_id, handler_id, event_id, item_key, quarantine_id,
  action, actor, second_actor, reason, detail,
  (extract(epoch FROM at_time) * 1000000)::bigint AS at_micros
FROM ${prefix}consumption_audit
WHERE tenant_id = :tenantId
  AND at_time >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
  AND at_time <= timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND (at_time < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond' OR audit_id < :beforeId)
ORDER BY at_time DESC, audit_id DESC
LIMIT :limit
