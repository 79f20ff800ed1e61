-- New leases; rows that somebody writes are skipped. Parameters: arrays of events and tokens.
WITH mine AS MATERIALIZED (
  SELECT event_id FROM event_consumption
  WHERE tenant_id = 'default' AND handler_id = 'bench' AND event_id = ANY (?) AND item_key = ''
    AND status = 'PROCESSING' AND claim_id = ANY (?)
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE event_consumption AS e SET lease_expires_at = clock_timestamp() + interval '1 minute'
FROM mine
WHERE e.tenant_id = 'default' AND e.handler_id = 'bench' AND e.event_id = mine.event_id AND e.item_key = ''
