-- Lets a paused handler run again.
-- Parameters: tenantId, handlerId, actor, reason.
-- Rows: the count must be 1, since the row was locked before.
UPDATE ${prefix}consumption_handler_control SET
  mode = 'RUNNING',
  changed_by = :actor,
  reason = :reason,
  changed_at = UTC_TIMESTAMP(6),
  resumes_at = NULL,
  row_version = row_version + 1
WHERE :tenantId IS NOT NULL AND handler_id = :handlerId AND mode = 'PAUSED'
