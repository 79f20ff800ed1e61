-- What operators did with a row.
-- Parameters: the key.
-- Rows: the entries, oldest first.
SELECT action, actor, second_actor, reason, detail,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', at_time) AS at_micros
FROM ${prefix}consumption_audit
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
ORDER BY audit_id
