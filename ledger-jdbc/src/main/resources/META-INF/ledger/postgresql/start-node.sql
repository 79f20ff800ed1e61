-- A sign of life of a node: its first one records its start, later ones only when it was last heard of.
-- A node that has stopped stays so.
-- Parameters: node and its incarnation.
-- Rows: not looked at.
INSERT INTO ${prefix}consumption_nodes AS n (node_id, node_incarnation, started_at, renewed_at)
VALUES (:nodeId, CAST(:incarnation AS uuid), clock_timestamp(), clock_timestamp())
ON CONFLICT (node_id, node_incarnation) DO UPDATE SET renewed_at = clock_timestamp()
