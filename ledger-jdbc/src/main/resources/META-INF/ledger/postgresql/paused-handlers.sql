-- The handlers that are paused now, of all tenants.
-- Parameters: none.
-- Rows: who paused them, why, when (microseconds since 1970), and what is left of it (microseconds; NULL for no
-- end); in order of tenant and handler.
SELECT tenant_id, handler_id, changed_by, reason,
  (extract(epoch FROM changed_at) * 1000000)::bigint AS changed_micros,
  (extract(epoch FROM resumes_at - clock_timestamp()) * 1000000)::bigint AS pause_left
FROM ${prefix}consumption_handler_control
WHERE mode = 'PAUSED' AND (resumes_at IS NULL OR resumes_at > clock_timestamp())
ORDER BY tenant_id, handler_id
