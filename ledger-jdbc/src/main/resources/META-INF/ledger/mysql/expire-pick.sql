-- EXPIRE, first part for rows without content: locks those that an earlier incarnation of a node holds;
-- skips what others write.
-- Parameters: tenantId, handlerId, node and its incarnation, receivedWithin (microseconds), limit.
-- Rows: the keys of the locked rows, in the order they were received.
SELECT tenant_id, handler_id, event_id, item_key
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at >= UTC_TIMESTAMP(6) - INTERVAL :receivedWithin MICROSECOND
  AND status = 'PROCESSING' AND payload_state IS NULL AND lease_expires_at > UTC_TIMESTAMP(6)
  AND node_id = :nodeId AND node_incarnation <> UUID_TO_BIN(:incarnation)
ORDER BY received_at
LIMIT :limit
FOR UPDATE SKIP LOCKED
