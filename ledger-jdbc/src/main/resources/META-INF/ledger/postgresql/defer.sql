-- DEFER: moves the due time of a RETRY_SCHEDULED row that has one, and nothing else.
-- Parameters: the key, rowVersion, delay (microseconds).
-- Rows: count 1 moved; count 0 when state, version or wait reason do not fit.
UPDATE ${prefix}event_consumption SET
  next_attempt_at = clock_timestamp() + :delay * interval '1 microsecond',
  row_version = row_version + 1,
  updated_at = clock_timestamp()
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'RETRY_SCHEDULED'
  AND row_version = :rowVersion
  AND wait_reason <> 'ORDER'
