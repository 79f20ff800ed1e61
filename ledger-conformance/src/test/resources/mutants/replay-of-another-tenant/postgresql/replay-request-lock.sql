-- One replay request; waits for who changes or runs it.
-- Parameters: tenantId, requestId.
-- Rows: the request, or none; locked until the transaction ends.
SELECT
  tenant_id, request_id::text AS request_id, state, requester, reason, selection, two_people,
  item_count, selection_sha256, decided_by, row_version,
  (extract(epoch FROM requested_at) * 1000000)::bigint AS requested_micros,
  (extract(epoch FROM decided_at) * 1000000)::bigint AS decided_micros,
  (extract(epoch FROM finished_at) * 1000000)::bigint AS finished_micros
FROM ${prefix}consumption_replay_requests
WHERE tenant_id = COALESCE(tenant_id, :tenantId) AND request_id = CAST(:requestId AS uuid)
FOR UPDATE
