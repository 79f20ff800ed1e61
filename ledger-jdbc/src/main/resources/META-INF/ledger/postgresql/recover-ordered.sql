-- RECOVER, of rows with an order: looks for rows of one handler that are PROCESSING with content and an ended lease.
-- Locks nothing: their gates come first.
-- Parameters: handlerId, limit.
-- Rows: key, token and place of each, the longest held first.
SELECT
  tenant_id, handler_id, event_id, item_key, aggregate_type, aggregate_id, order_seq,
  claim_id::text AS token
FROM ${prefix}event_consumption
WHERE handler_id = :handlerId AND held_since IS NOT NULL AND status = 'PROCESSING'
  AND open_seq IS NOT NULL AND payload_state IS NOT NULL AND lease_expires_at <= clock_timestamp()
ORDER BY held_since
LIMIT :limit
