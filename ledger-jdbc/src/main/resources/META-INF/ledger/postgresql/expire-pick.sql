-- EXPIRE, first part for rows without content: locks those that an earlier incarnation of a node holds;
-- skips what others write.
-- Parameters: tenantId, handlerId, node and its incarnation, receivedWithin (microseconds), limit.
-- Rows: the keys of the locked rows, in the order they were received.
SELECT tenant_id, handler_id, event_id, item_key
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at >= statement_timestamp() - :receivedWithin * interval '1 microsecond'
  AND status = 'PROCESSING' AND payload_state IS NULL AND lease_expires_at > clock_timestamp()
  AND node_id = :nodeId AND node_incarnation <> CAST(:incarnation AS uuid)
ORDER BY received_at
LIMIT :limit
FOR NO KEY UPDATE SKIP LOCKED
