-- The rows of a replay request that were scheduled and are neither settled nor dead letters again.
-- Parameters: tenantId, requestId, position (the first), limit.
-- Rows: the items in their order.
SELECT i.tenant_id, i.position_no, i.handler_id, i.event_id, i.item_key, i.row_version, i.outcome, i.detail
FROM ${prefix}consumption_replay_request_items AS i
CROSS JOIN LATERAL (
  SELECT 1
  FROM ${prefix}event_consumption AS e
  WHERE e.tenant_id = i.tenant_id AND e.handler_id = i.handler_id
    AND e.event_id = i.event_id AND e.item_key = i.item_key
    AND e.status IN ('PROCESSING', 'RETRY_SCHEDULED')
  LIMIT 1) AS flying
WHERE i.tenant_id = :tenantId AND i.request_id = CAST(:requestId AS uuid) AND i.position_no >= :position
  AND i.outcome = 'SCHEDULED'
ORDER BY i.position_no
LIMIT :limit
