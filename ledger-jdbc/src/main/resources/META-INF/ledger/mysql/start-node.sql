-- A sign of life of a node: its first one records its start, later ones only when it was last heard of.
-- A node that has stopped stays so.
-- Parameters: node and its incarnation.
-- Rows: not looked at.
INSERT INTO ${prefix}consumption_nodes (node_id, node_incarnation, started_at, renewed_at)
VALUES (:nodeId, UUID_TO_BIN(:incarnation), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
ON DUPLICATE KEY UPDATE renewed_at = UTC_TIMESTAMP(6)
