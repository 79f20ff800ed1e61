-- Writes down what became of a row of a replay request, unless there is an outcome that stays.
-- Parameters: tenantId, requestId, position, outcome, detail.
-- Rows: count 1 written; count 0 when its outcome stays.
UPDATE ${prefix}consumption_replay_request_items SET
  outcome = :outcome,
  detail = :detail
WHERE tenant_id = :tenantId AND request_id = UUID_TO_BIN(:requestId) AND position_no = :position
  AND (outcome IS NULL OR outcome IS NOT NULL)
