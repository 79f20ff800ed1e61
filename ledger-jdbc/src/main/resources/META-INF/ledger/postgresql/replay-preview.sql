-- The open rows of a replay request, beside what has become of them.
-- Parameters: tenantId, requestId, position (the first), limit.
-- Rows: the items in their order, each with the row's state, version, payload state, and whether an earlier row of its
--   aggregate is unresolved; NULL if there is no row.
SELECT i.tenant_id, i.position_no, i.handler_id, i.event_id, i.item_key, i.row_version, i.outcome, i.detail,
  now.status, now.version_now, now.payload_state, now.is_behind
FROM ${prefix}consumption_replay_request_items AS i
LEFT JOIN LATERAL (
  SELECT e.status, e.row_version AS version_now, e.payload_state,
    EXISTS (
      SELECT 1
      FROM ${prefix}event_consumption AS o
      WHERE o.tenant_id = e.tenant_id AND o.handler_id = e.handler_id
        AND o.aggregate_type = e.aggregate_type AND o.aggregate_id = e.aggregate_id
        AND o.open_seq < e.open_seq) AS is_behind
  FROM ${prefix}event_consumption AS e
  WHERE e.tenant_id = i.tenant_id AND e.handler_id = i.handler_id
    AND e.event_id = i.event_id AND e.item_key = i.item_key
  LIMIT 1) AS now ON true
WHERE i.tenant_id = :tenantId AND i.request_id = CAST(:requestId AS uuid) AND i.position_no >= :position
  AND (i.outcome IS NULL OR i.outcome IN ('BLOCKED', 'FAILED'))
ORDER BY i.position_no
LIMIT :limit
