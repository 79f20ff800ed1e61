-- RECOVER, of rows with an order: looks for rows of one handler that are PROCESSING with content and an ended lease.
-- Locks nothing: their gates come first.
-- Parameters: handlerId, limit.
-- Rows: key, token and place of each, in any order.
SELECT
  tenant_id, handler_id, event_id, item_key, aggregate_type, aggregate_id, order_seq,
  BIN_TO_UUID(claim_id) AS token
FROM ${prefix}event_consumption
WHERE cold_kind = 'HELD' AND handler_id = :handlerId AND status = 'PROCESSING'
  AND open_seq IS NOT NULL AND payload_state IS NOT NULL AND lease_expires_at <= UTC_TIMESTAMP(6)
LIMIT :limit
