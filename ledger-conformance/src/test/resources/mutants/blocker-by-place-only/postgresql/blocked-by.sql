-- What the unresolved rows of an aggregate wait for: the one in PROCESSING, else the first.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: key and place of one row, or none.
SELECT tenant_id, handler_id, event_id, item_key, open_seq
FROM ${prefix}event_consumption
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
  AND open_seq IS NOT NULL
ORDER BY open_seq, event_id, item_key
LIMIT 1
