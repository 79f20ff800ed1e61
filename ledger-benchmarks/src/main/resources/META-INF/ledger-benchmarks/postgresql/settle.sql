-- PROCESSING to SUCCEEDED by the owner. Parameters: event, token.
UPDATE event_consumption SET
  status = 'SUCCEEDED', lease_expires_at = NULL, updated_at = clock_timestamp(), row_version = row_version + 1
WHERE tenant_id = 'default' AND handler_id = 'bench' AND event_id = ? AND item_key = ''
  AND status = 'PROCESSING' AND claim_id = ?
