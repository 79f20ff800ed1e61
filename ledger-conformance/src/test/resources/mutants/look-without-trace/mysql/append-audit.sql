-- Appends one line to the audit.
-- Parameters: tenantId, handlerId, eventId, itemKey (the last three NULL for a quarantined message),
--   quarantineId (NULL for a row), action, actor, secondActor, reason, detail.
-- Rows: not looked at.
INSERT INTO ${prefix}consumption_audit (
  tenant_id, handler_id, event_id, item_key, quarantine_id,
  action, actor, second_actor, reason, detail, at_time)
SELECT
  :tenantId, :handlerId, :eventId, :itemKey, :quarantineId,
  :action, :actor, :secondActor, :reason, :detail, UTC_TIMESTAMP(6) FROM DUAL
WHERE :action NOT LIKE 'LOOK%'
