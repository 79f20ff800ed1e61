-- TAKE_OVER: PROCESSING with an ended lease -> PROCESSING for somebody else, attempt + 1, epoch + 1.
-- Parameters: the key, seenToken (of the lost claim), token (new), node and its incarnation,
--   lease (microseconds), maxAttempts.
-- Rows: count 1 taken over; count 0 when another was faster, the lease runs, or attempts are used up.
UPDATE ${prefix}event_consumption SET
  claim_id = UUID_TO_BIN(:token),
  claim_epoch = claim_epoch + 1,
  node_id = :nodeId,
  node_incarnation = UUID_TO_BIN(:incarnation),
  lease_expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease MICROSECOND,
  held_since = UTC_TIMESTAMP(6),
  row_version = row_version + 1,
  updated_at = UTC_TIMESTAMP(6)
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'PROCESSING'
  AND lease_expires_at <= UTC_TIMESTAMP(6)
  AND claim_id = UUID_TO_BIN(:seenToken)
  AND attempt - yields < :maxAttempts
