-- A handler's control row, locked.
-- Parameters: tenantId, handlerId.
-- Rows: one, or none for a handler that was never paused.
SELECT mode, changed_by, reason, row_version,
  mode = 'PAUSED' AND (resumes_at IS NULL OR resumes_at > clock_timestamp()) AS is_paused
FROM ${prefix}consumption_handler_control
WHERE tenant_id = :tenantId AND handler_id = :handlerId
FOR UPDATE
