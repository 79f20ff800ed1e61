-- A page of the audit of one tenant.
-- Parameters: tenantId, from and before (microseconds since 1970), beforeId (where the page before ended among the lines
--   of the instant "before", or 0), limit.
-- Rows: the newest first.
SELECT audit_id, tenant_id, handler_id, event_id, item_key, quarantine_id,
  action, actor, second_actor, reason, detail,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', at_time) AS at_micros
FROM ${prefix}consumption_audit
WHERE tenant_id = :tenantId
  AND at_time >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
  AND at_time <= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND (at_time < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND OR audit_id < :beforeId)
ORDER BY at_time DESC, audit_id DESC
LIMIT :limit
