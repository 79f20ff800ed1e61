-- The nodes that have not stopped in an orderly way.
-- Parameters: limit.
-- Rows: nodes, when they started (microseconds since 1970) and the time since they were last heard of (microseconds),
-- the latest first.
SELECT node_id,
  BIN_TO_UUID(node_incarnation) AS node_incarnation,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', started_at) AS started_micros,
  TIMESTAMPDIFF(MICROSECOND, renewed_at, UTC_TIMESTAMP(6)) AS since_renewal
FROM ${prefix}consumption_nodes
WHERE stopped_at IS NULL
ORDER BY renewed_at DESC, node_id
LIMIT :limit
