-- Pauses a handler; one that is paused gets the new end.
-- Parameters: tenantId, handlerId, actor, reason, howLong (microseconds; NULL for until it is resumed).
-- Rows: not looked at.
INSERT INTO ${prefix}consumption_handler_control (
  tenant_id, handler_id, mode, changed_by, reason, changed_at, resumes_at)
VALUES (
  :tenantId, :handlerId, 'PAUSED', :actor, :reason, UTC_TIMESTAMP(6),
  UTC_TIMESTAMP(6) + INTERVAL :howLong MICROSECOND)
ON DUPLICATE KEY UPDATE
  mode = 'PAUSED',
  changed_by = :actor,
  reason = :reason,
  changed_at = UTC_TIMESTAMP(6),
  resumes_at = UTC_TIMESTAMP(6) + INTERVAL :howLong MICROSECOND,
  row_version = row_version + 1
