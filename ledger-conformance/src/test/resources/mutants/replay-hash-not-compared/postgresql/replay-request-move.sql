-- Moves a replay request to another state. The first who moves it is who decided.
-- Parameters: tenantId, requestId, rowVersion, selectionHash (must be its hash), state (the new one), actor.
-- Rows: count 1 moved; count 0 when version or hash do not fit.
UPDATE ${prefix}consumption_replay_requests SET
  state = :state,
  decided_by = COALESCE(decided_by, :actor),
  decided_at = COALESCE(decided_at, clock_timestamp()),
  finished_at = CASE WHEN :state = 'APPROVED' THEN NULL ELSE clock_timestamp() END,
  row_version = row_version + 1
WHERE tenant_id = :tenantId AND request_id = CAST(:requestId AS uuid)
  AND row_version = :rowVersion
  AND selection_sha256 = COALESCE(selection_sha256, :selectionHash)
