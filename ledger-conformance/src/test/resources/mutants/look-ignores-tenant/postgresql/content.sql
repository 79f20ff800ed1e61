-- The stored content of a row.
-- Parameters: the key.
-- Rows: the content, or none when there is no row or it stores none.
SELECT payload_state, payload, headers, raw_key
FROM ${prefix}event_consumption
WHERE :tenantId IS NOT NULL AND handler_id = :handlerId
  AND event_id = :eventId AND item_key = :itemKey AND payload_state IS NOT NULL
