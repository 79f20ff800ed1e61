-- A node has stopped; the first time stands.
-- Parameters: node and its incarnation.
-- Rows: not looked at.
UPDATE ${prefix}consumption_nodes SET
  stopped_at = UTC_TIMESTAMP(6)
WHERE node_id = :nodeId AND node_incarnation = UUID_TO_BIN(:incarnation) AND stopped_at IS NULL
