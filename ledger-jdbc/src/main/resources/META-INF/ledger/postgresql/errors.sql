-- The dead letters of a handler by the fingerprint of their error, each group with the error that was received last.
-- Looks at no other rows.
-- Parameters: tenantId, handlerId, from and before (microseconds since 1970), limit.
-- Rows: the largest groups first; times in microseconds since 1970.
WITH kinds AS (
  SELECT error_fingerprint, count(*) AS number_of_rows, min(dead_at) AS first_dead, max(dead_at) AS last_dead,
    max(received_at) AS newest
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId AND dead_at IS NOT NULL
    AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
    AND received_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  GROUP BY error_fingerprint
  ORDER BY number_of_rows DESC, error_fingerprint
  LIMIT :limit)
SELECT x.error_class, x.error_type, x.error_code, x.error_fingerprint, x.error_message, k.number_of_rows,
  (extract(epoch FROM k.first_dead) * 1000000)::bigint AS first_micros,
  (extract(epoch FROM k.last_dead) * 1000000)::bigint AS last_micros
FROM kinds AS k CROSS JOIN LATERAL (
  SELECT error_class, error_type, error_code, error_fingerprint, error_message
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId AND dead_at IS NOT NULL
    AND received_at = k.newest AND error_fingerprint = k.error_fingerprint
  ORDER BY event_id DESC, item_key DESC
  LIMIT 1) AS x
ORDER BY k.number_of_rows DESC, k.error_fingerprint
