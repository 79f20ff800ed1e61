-- Other incarnations of a node that have not stopped and were heard of lately.
-- Parameters: node and its incarnation, renewedWithin (microseconds).
-- Rows: incarnations and the time since they were last heard of (microseconds), the latest first.
SELECT BIN_TO_UUID(node_incarnation) AS node_incarnation,
  TIMESTAMPDIFF(MICROSECOND, renewed_at, UTC_TIMESTAMP(6)) AS since_renewal
FROM ${prefix}consumption_nodes
WHERE node_id = :nodeId AND node_incarnation <> UUID_TO_BIN(:incarnation)
  AND renewed_at >= UTC_TIMESTAMP(6) - INTERVAL :renewedWithin MICROSECOND
ORDER BY renewed_at DESC
