-- Purge: deletes a replay request that came to its end.
-- Parameters: tenantId, requestId.
-- Rows: count 1 deleted; count 0 when there is none, or it has not come to its end.
DELETE FROM ${prefix}consumption_replay_requests
WHERE tenant_id = :tenantId AND request_id = UUID_TO_BIN(:requestId)
  AND finished_at IS NOT NULL
