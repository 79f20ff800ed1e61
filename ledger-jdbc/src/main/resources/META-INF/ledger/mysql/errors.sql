-- The dead letters of a handler by the fingerprint of their error, each group with the error that was received last.
-- Looks at no other rows.
-- The planner would rather walk all rows of the handler by their key than look up the few that it wants.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit.
-- Rows: the largest groups first; times in microseconds since 1970.
WITH kinds AS (
  SELECT error_fingerprint, count(*) AS number_of_rows, min(dead_at) AS first_dead, max(dead_at) AS last_dead,
    max(cold_at) AS newest
  FROM ${prefix}event_consumption IGNORE INDEX (PRIMARY)
  WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
    AND cold_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND cold_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  GROUP BY error_fingerprint
  ORDER BY number_of_rows DESC, error_fingerprint
  LIMIT :limit)
SELECT x.error_class, x.error_type, x.error_code, x.error_fingerprint, x.error_message, k.number_of_rows,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', k.first_dead) AS first_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', k.last_dead) AS last_micros
FROM kinds AS k CROSS JOIN LATERAL (
  SELECT error_class, error_type, error_code, error_fingerprint, error_message
  FROM ${prefix}event_consumption IGNORE INDEX (PRIMARY)
  WHERE cold_kind = 'DEAD' AND handler_id = :handlerId AND tenant_id = :tenantId
    AND cold_at = k.newest AND error_fingerprint = k.error_fingerprint
  ORDER BY event_id DESC, item_key DESC
  LIMIT 1) AS x
ORDER BY k.number_of_rows DESC, k.error_fingerprint
