-- TAKE_OVER: PROCESSING with an ended lease -> PROCESSING for somebody else, attempt + 1, epoch + 1.
-- Parameters: the key, seenToken (of the lost claim), token (new), node and its incarnation,
--   lease (microseconds), maxAttempts.
-- Rows: count 1 taken over; count 0 when another was faster, the lease runs, or attempts are used up.
UPDATE ${prefix}event_consumption SET
  claim_id = CAST(:token AS uuid),
  claim_epoch = claim_epoch + 1,
  node_id = :nodeId,
  node_incarnation = CAST(:incarnation AS uuid),
  lease_expires_at = clock_timestamp() + :lease * interval '1 microsecond',
  held_since = clock_timestamp(),
  row_version = row_version + 1,
  updated_at = clock_timestamp()
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'PROCESSING'
  AND lease_expires_at <= clock_timestamp()
  AND claim_id = CAST(:seenToken AS uuid)
  AND attempt - yields < :maxAttempts
