-- A page of the audit of one row.
-- Parameters: the key, beforeId (where the page before ended, or the highest number), limit.
-- Rows: the newest first.
SELECT audit_id, tenant_id, handler_id, event_id, item_key, quarantine_id,
  action, actor, second_actor, reason, detail,
  (extract(epoch FROM at_time) * 1000000)::bigint AS at_micros
FROM ${prefix}consumption_audit
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey AND audit_id < :beforeId
ORDER BY audit_id DESC
LIMIT :limit
