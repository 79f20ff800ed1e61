-- What operators did with a row.
-- Parameters: the key.
-- Rows: the entries, oldest first.
SELECT action, actor, second_actor, reason, detail,
  (extract(epoch FROM at_time) * 1000000)::bigint AS at_micros
FROM ${prefix}consumption_audit
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
ORDER BY audit_id
