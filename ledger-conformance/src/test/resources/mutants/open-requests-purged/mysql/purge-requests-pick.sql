-- Purge: the replay requests that came to their end long enough ago. They do not change any more.
-- Parameters: tenantId, closedBefore (microseconds), limit.
-- Rows: ids and how many rows each is bound to, the longest ended first.
SELECT BIN_TO_UUID(request_id) AS request_id, item_count
FROM ${prefix}consumption_replay_requests
WHERE tenant_id = :tenantId
  AND COALESCE(finished_at, requested_at) < UTC_TIMESTAMP(6) - INTERVAL :closedBefore MICROSECOND
ORDER BY finished_at
LIMIT :limit
