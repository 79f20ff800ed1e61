-- Purge: the replay requests that came to their end long enough ago. They do not change any more.
-- Parameters: tenantId, closedBefore (microseconds), limit.
-- Rows: ids and how many rows each is bound to, the longest ended first.
SELECT request_id::text AS request_id, item_count
FROM ${prefix}consumption_replay_requests
WHERE tenant_id = :tenantId
  AND finished_at < statement_timestamp() - :closedBefore * interval '1 microsecond'
ORDER BY finished_at
LIMIT :limit
