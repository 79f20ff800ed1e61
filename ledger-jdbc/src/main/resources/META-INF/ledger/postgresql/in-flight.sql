-- Claims of a handler that are not settled: of the rows that store content all, through their index, of the others those
-- that were received lately.
-- Parameters: tenantId, handlerId, from (microseconds since 1970), limit.
-- Rows: those claimed first; times in microseconds, and since 1970.
SELECT tenant_id, handler_id, event_id, item_key, node_id,
  node_incarnation::text AS node_incarnation,
  attempt,
  (extract(epoch FROM clock_timestamp() - updated_at) * 1000000)::bigint AS held,
  (extract(epoch FROM lease_expires_at - clock_timestamp()) * 1000000)::bigint AS lease_left,
  (extract(epoch FROM lease_expires_at) * 1000000)::bigint AS lease_micros
FROM (
  (SELECT tenant_id, handler_id, event_id, item_key, node_id, node_incarnation, attempt, updated_at, lease_expires_at
  FROM ${prefix}event_consumption
  WHERE handler_id = :handlerId AND held_since IS NOT NULL AND tenant_id = :tenantId
  ORDER BY held_since
  LIMIT :limit)
  UNION ALL
  (SELECT tenant_id, handler_id, event_id, item_key, node_id, node_incarnation, attempt, updated_at, lease_expires_at
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId
    AND received_at >= timestamptz 'epoch' + :from / 1000000 * interval '1 second' + :from % 1000000 * interval '1 microsecond'
    AND status = 'PROCESSING' AND held_since IS NULL)) AS claimed
ORDER BY updated_at, event_id, item_key
LIMIT :limit
