-- One row of a replay request; waits for who works on it.
-- Parameters: tenantId, requestId, position.
-- Rows: the item, or none; locked until the transaction ends.
SELECT tenant_id, position_no, handler_id, event_id, item_key, row_version, outcome, detail
FROM ${prefix}consumption_replay_request_items
WHERE tenant_id = :tenantId AND request_id = CAST(:requestId AS uuid) AND position_no = :position
FOR UPDATE
