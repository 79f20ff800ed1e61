-- A page of the replay requests of a tenant.
-- Parameters: tenantId, before (microseconds since 1970) and requestId (where the page before ended), limit.
-- Rows: the newest first; of the same instant the highest id first.
SELECT
  tenant_id, BIN_TO_UUID(request_id) AS request_id, state, requester, reason, selection, two_people,
  item_count, selection_sha256, decided_by, row_version,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', requested_at) AS requested_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', decided_at) AS decided_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', finished_at) AS finished_micros
FROM ${prefix}consumption_replay_requests
WHERE tenant_id = :tenantId
  AND requested_at <= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
  AND (requested_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :before MICROSECOND
    OR request_id < UUID_TO_BIN(:requestId))
ORDER BY requested_at DESC, request_id DESC
LIMIT :limit
