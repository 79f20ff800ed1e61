-- Purge, first part: the next rows in the order they were received, up to the age of the youngest to delete.
-- Parameters: tenantId, handlerId, settledBefore (microseconds), cursorReceived (microseconds since 1970),
--   cursorEventId and cursorItemKey (where the last call ended), limit.
-- Rows: keys, times, states and whether they were settled long enough ago, oldest first.
SELECT tenant_id, handler_id, event_id, item_key,
  TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00.000000', received_at) AS received_micros,
  status, updated_at < UTC_TIMESTAMP(6) - INTERVAL :settledBefore MICROSECOND AS is_old
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at < UTC_TIMESTAMP(6) - INTERVAL :settledBefore MICROSECOND
  AND received_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :cursorReceived MICROSECOND
  AND (received_at > TIMESTAMP'1970-01-01 00:00:00' + INTERVAL :cursorReceived MICROSECOND
    OR event_id > :cursorEventId
    OR (event_id = :cursorEventId AND item_key > :cursorItemKey))
ORDER BY received_at, event_id, item_key
LIMIT :limit
