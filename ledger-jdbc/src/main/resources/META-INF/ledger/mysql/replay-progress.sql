-- How many rows of a replay request have each outcome.
-- Parameters: tenantId, requestId.
-- Rows: each outcome (NULL for none) and its number.
SELECT outcome, COUNT(*) AS number_of_rows
FROM ${prefix}consumption_replay_request_items
WHERE tenant_id = :tenantId AND request_id = UUID_TO_BIN(:requestId)
GROUP BY outcome
