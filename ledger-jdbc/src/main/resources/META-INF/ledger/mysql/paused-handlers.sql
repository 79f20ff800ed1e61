-- The handlers that are paused now, of all tenants.
-- Parameters: none.
-- Rows: who paused them, why, when (microseconds since 1970), and what is left of it (microseconds; NULL for no
-- end); in order of tenant and handler.
SELECT tenant_id, handler_id, changed_by, reason,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', changed_at) AS changed_micros,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), resumes_at) AS pause_left
FROM ${prefix}consumption_handler_control
WHERE mode = 'PAUSED' AND (resumes_at IS NULL OR resumes_at > UTC_TIMESTAMP(6))
ORDER BY tenant_id, handler_id
