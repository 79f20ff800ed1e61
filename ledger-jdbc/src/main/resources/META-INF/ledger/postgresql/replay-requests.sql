-- A page of the replay requests of a tenant.
-- Parameters: tenantId, before (microseconds since 1970) and requestId (where the page before ended), limit.
-- Rows: the newest first; of the same instant the highest id first.
SELECT
  tenant_id, request_id::text AS request_id, state, requester, reason, selection, two_people,
  item_count, selection_sha256, decided_by, row_version,
  (extract(epoch FROM requested_at) * 1000000)::bigint AS requested_micros,
  (extract(epoch FROM decided_at) * 1000000)::bigint AS decided_micros,
  (extract(epoch FROM finished_at) * 1000000)::bigint AS finished_micros
FROM ${prefix}consumption_replay_requests
WHERE tenant_id = :tenantId
  AND requested_at <= timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
  AND (requested_at < timestamptz 'epoch' + :before / 1000000 * interval '1 second' + :before % 1000000 * interval '1 microsecond'
    OR request_id < CAST(:requestId AS uuid))
ORDER BY requested_at DESC, request_id DESC
LIMIT :limit
