-- EXPIRE, first part for rows with content, which RECOVER takes from there: locks those that an earlier
-- incarnation of a node holds; skips what others write. In no order, since sorting would lock all that others hold.
-- Parameters: tenantId, handlerId, node and its incarnation, limit.
-- Rows: the keys of the locked rows, in any order.
SELECT tenant_id, handler_id, event_id, item_key
FROM ${prefix}event_consumption
WHERE cold_kind = 'HELD' AND handler_id = :handlerId AND tenant_id = :tenantId
  AND status = 'PROCESSING' AND payload_state IS NOT NULL AND lease_expires_at > UTC_TIMESTAMP(6)
  AND node_id = :nodeId AND :incarnation IS NOT NULL
LIMIT :limit
FOR UPDATE SKIP LOCKED
