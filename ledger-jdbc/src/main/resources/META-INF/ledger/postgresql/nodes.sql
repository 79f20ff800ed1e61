-- The nodes that have not stopped in an orderly way.
-- Parameters: limit.
-- Rows: nodes, when they started (microseconds since 1970) and the time since they were last heard of (microseconds),
-- the latest first.
SELECT node_id,
  node_incarnation::text AS node_incarnation,
  (extract(epoch FROM started_at) * 1000000)::bigint AS started_micros,
  (extract(epoch FROM clock_timestamp() - renewed_at) * 1000000)::bigint AS since_renewal
FROM ${prefix}consumption_nodes
WHERE stopped_at IS NULL
ORDER BY renewed_at DESC, node_id
LIMIT :limit
