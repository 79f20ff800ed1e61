-- Other incarnations of a node that have not stopped and were heard of lately.
-- Parameters: node and its incarnation, renewedWithin (microseconds).
-- Rows: incarnations and the time since they were last heard of (microseconds), the latest first.
SELECT node_incarnation::text AS node_incarnation,
  (extract(epoch FROM clock_timestamp() - renewed_at) * 1000000)::bigint AS since_renewal
FROM ${prefix}consumption_nodes
WHERE node_id = :nodeId AND node_incarnation <> CAST(:incarnation AS uuid)
  AND renewed_at >= clock_timestamp() - :renewedWithin * interval '1 microsecond'
ORDER BY renewed_at DESC
