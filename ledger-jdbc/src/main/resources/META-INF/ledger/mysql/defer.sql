-- DEFER: moves the due time of a RETRY_SCHEDULED row that has one, and nothing else.
-- Parameters: the key, rowVersion, delay (microseconds).
-- Rows: count 1 moved; count 0 when state or version do not fit, or there is no due time.
UPDATE ${prefix}event_consumption SET
  next_attempt_at = UTC_TIMESTAMP(6) + INTERVAL :delay MICROSECOND,
  row_version = row_version + 1,
  updated_at = UTC_TIMESTAMP(6)
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
  AND status = 'RETRY_SCHEDULED'
  AND row_version = :rowVersion
  AND next_attempt_at IS NOT NULL
