-- Rows of ours that nobody writes. Parameters: events, tokens, as many as there are.
SELECT event_id FROM event_consumption
WHERE tenant_id = 'default' AND handler_id = 'bench' AND item_key = '' AND event_id IN (${events})
  AND status = 'PROCESSING' AND claim_id IN (${events})
FOR UPDATE SKIP LOCKED
