-- New leases for locked rows. Parameters: events, as many as there are.
UPDATE event_consumption SET lease_expires_at = UTC_TIMESTAMP(6) + INTERVAL 1 MINUTE
WHERE tenant_id = 'default' AND handler_id = 'bench' AND item_key = '' AND event_id IN (${events})
