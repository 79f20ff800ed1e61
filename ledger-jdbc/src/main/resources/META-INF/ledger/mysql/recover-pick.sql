-- RECOVER, first part: locks rows of one handler without order that are PROCESSING with content and an ended lease;
-- skips what others write. In no order, since sorting would lock all that are held.
-- Parameters: handlerId, limit.
-- Rows: key, epoch and counts of the locked rows, in any order.
SELECT tenant_id, handler_id, event_id, item_key, claim_epoch, attempt, yields, payload_state
FROM ${prefix}event_consumption
WHERE cold_kind = 'HELD' AND handler_id = :handlerId AND status = 'PROCESSING'
  AND open_seq IS NULL AND payload_state IS NOT NULL AND lease_expires_at <= UTC_TIMESTAMP(6)
LIMIT :limit
FOR UPDATE SKIP LOCKED
