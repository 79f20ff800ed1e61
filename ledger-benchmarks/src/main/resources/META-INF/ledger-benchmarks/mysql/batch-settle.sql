-- PROCESSING to SUCCEEDED by the owner. Parameters: token; events, as many as there are.
UPDATE event_consumption SET
  status = 'SUCCEEDED', lease_expires_at = NULL, updated_at = UTC_TIMESTAMP(6), row_version = row_version + 1
WHERE tenant_id = 'default' AND handler_id = 'bench' AND item_key = '' AND status = 'PROCESSING' AND claim_id = ?
  AND event_id IN (${events})
