-- DEFER: moves the due time of a RETRY_SCHEDULED row that has one, and nothing else.
-- Parameters: the key, rowVersion, delay (microseconds).
-- Rows: count 1 moved; count 0 when state or version do not fit, or there is no due time.
UPDATE ${prefix}event_consumption SET
  next_attempt_at = CASE WHEN status = 'RETRY_SCHEDULED' AND row_version = :rowVersion AND wait_reason <> 'ORDER' THEN UTC_TIMESTAMP(6) + INTERVAL :delay MICROSECOND ELSE next_attempt_at END,
  updated_at = CASE WHEN status = 'RETRY_SCHEDULED' AND row_version = :rowVersion AND wait_reason <> 'ORDER' THEN UTC_TIMESTAMP(6) ELSE updated_at END,
  row_version = CASE WHEN status = 'RETRY_SCHEDULED' AND row_version = :rowVersion AND wait_reason <> 'ORDER' THEN row_version + 1 ELSE row_version END
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey
