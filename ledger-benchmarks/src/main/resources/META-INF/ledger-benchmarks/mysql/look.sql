-- The state of a row. Parameters: event.
SELECT status FROM event_consumption
WHERE tenant_id = 'default' AND handler_id = 'bench' AND event_id = ? AND item_key = ''
