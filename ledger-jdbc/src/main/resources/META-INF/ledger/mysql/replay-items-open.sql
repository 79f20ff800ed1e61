-- The rows of a replay request that a run may still schedule.
-- Parameters: tenantId, requestId, position (the first), limit.
-- Rows: the items in their order.
SELECT tenant_id, position_no, handler_id, event_id, item_key, row_version, outcome, detail
FROM ${prefix}consumption_replay_request_items FORCE INDEX (PRIMARY)
WHERE tenant_id = :tenantId AND request_id = UUID_TO_BIN(:requestId) AND position_no >= :position
  AND (outcome IS NULL OR outcome IN ('BLOCKED', 'FAILED'))
ORDER BY position_no
LIMIT :limit
