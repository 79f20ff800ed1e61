-- One replay request; waits for who changes or runs it.
-- Parameters: tenantId, requestId.
-- Rows: the request, or none; locked until the transaction ends.
SELECT
  tenant_id, BIN_TO_UUID(request_id) AS request_id, state, requester, reason, selection, two_people,
  item_count, selection_sha256, decided_by, row_version,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', requested_at) AS requested_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', decided_at) AS decided_micros,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', finished_at) AS finished_micros
FROM ${prefix}consumption_replay_requests
WHERE tenant_id = COALESCE(tenant_id, :tenantId) AND request_id = UUID_TO_BIN(:requestId)
FOR UPDATE
