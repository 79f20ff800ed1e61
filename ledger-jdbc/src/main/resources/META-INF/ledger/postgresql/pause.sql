-- Pauses a handler; one that is paused gets the new end.
-- Parameters: tenantId, handlerId, actor, reason, howLong (microseconds; NULL for until it is resumed).
-- Rows: not looked at.
INSERT INTO ${prefix}consumption_handler_control AS c (
  tenant_id, handler_id, mode, changed_by, reason, changed_at, resumes_at)
VALUES (
  :tenantId, :handlerId, 'PAUSED', :actor, :reason, clock_timestamp(),
  clock_timestamp() + :howLong * interval '1 microsecond')
ON CONFLICT (tenant_id, handler_id) DO UPDATE SET
  mode = excluded.mode,
  changed_by = excluded.changed_by,
  reason = excluded.reason,
  changed_at = clock_timestamp(),
  resumes_at = clock_timestamp() + :howLong * interval '1 microsecond',
  row_version = c.row_version + 1
