-- Purge: deletes what became of the rows of a replay request that came to its end.
-- Parameters: tenantId, requestId.
-- Rows: any count.
DELETE FROM ${prefix}consumption_replay_request_items
WHERE tenant_id = :tenantId AND request_id = CAST(:requestId AS uuid)
