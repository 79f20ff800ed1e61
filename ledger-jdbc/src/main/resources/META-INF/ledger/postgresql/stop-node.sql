-- A node has stopped; the first time stands.
-- Parameters: node and its incarnation.
-- Rows: not looked at.
UPDATE ${prefix}consumption_nodes SET
  stopped_at = clock_timestamp()
WHERE node_id = :nodeId AND node_incarnation = CAST(:incarnation AS uuid) AND stopped_at IS NULL
