-- Purge, first part: the next rows in the order they were received, up to the age of the youngest to delete.
-- Parameters: tenantId, handlerId, settledBefore (microseconds), cursorReceived (microseconds since 1970),
--   cursorEventId and cursorItemKey (where the last call ended), limit.
-- Rows: keys, times, states and whether they were settled long enough ago, oldest first.
SELECT tenant_id, handler_id, event_id, item_key,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros,
  status, updated_at < statement_timestamp() - :settledBefore * interval '1 microsecond' AS is_old
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND received_at < statement_timestamp() - :settledBefore * interval '1 microsecond'
  AND received_at >= timestamptz 'epoch' + :cursorReceived / 1000000 * interval '1 second' + :cursorReceived % 1000000 * interval '1 microsecond'
  AND (received_at > timestamptz 'epoch' + :cursorReceived / 1000000 * interval '1 second' + :cursorReceived % 1000000 * interval '1 microsecond'
    OR event_id > :cursorEventId
    OR (event_id = :cursorEventId AND item_key > :cursorItemKey))
ORDER BY received_at, event_id, item_key
LIMIT :limit
