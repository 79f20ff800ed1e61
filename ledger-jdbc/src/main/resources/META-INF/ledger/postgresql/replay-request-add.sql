-- Makes a replay request.
-- Parameters: tenantId, requestId, requester, reason, selection (in words), twoPeople (1 or 0), itemCount, selectionHash.
-- Rows: count 1 made; a duplicate-key error when there is one of this id.
INSERT INTO ${prefix}consumption_replay_requests (
  tenant_id, request_id, state, requester, reason, selection, two_people, requested_at,
  item_count, selection_sha256)
VALUES (
  :tenantId, CAST(:requestId AS uuid), 'REQUESTED', :requester, :reason, :selection, :twoPeople = 1, clock_timestamp(),
  :itemCount, :selectionHash)
