-- Claims of a handler that are not settled: of the rows that store content all, through their index, of the others those
-- that were received lately.
-- Parameters: tenantId, handlerId, from (microseconds since 1970), limit.
-- Rows: those claimed first; times in microseconds, and since 1970.
SELECT tenant_id, handler_id, event_id, item_key, node_id,
  BIN_TO_UUID(node_incarnation) AS node_incarnation,
  attempt,
  TIMESTAMPDIFF(MICROSECOND, updated_at, UTC_TIMESTAMP(6)) AS held,
  TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), lease_expires_at) AS lease_left,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', lease_expires_at) AS lease_micros
FROM (
  (SELECT tenant_id, handler_id, event_id, item_key, node_id, node_incarnation, attempt, updated_at, lease_expires_at
  FROM ${prefix}event_consumption
  WHERE cold_kind = 'HELD' AND handler_id = :handlerId AND tenant_id = :tenantId
  ORDER BY cold_at
  LIMIT :limit)
  UNION ALL
  (SELECT tenant_id, handler_id, event_id, item_key, node_id, node_incarnation, attempt, updated_at, lease_expires_at
  FROM ${prefix}event_consumption
  WHERE tenant_id = :tenantId AND handler_id = :handlerId
    AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :from MICROSECOND
    AND status = 'PROCESSING' AND held_since IS NULL)) AS claimed
ORDER BY updated_at, event_id, item_key
LIMIT :limit
