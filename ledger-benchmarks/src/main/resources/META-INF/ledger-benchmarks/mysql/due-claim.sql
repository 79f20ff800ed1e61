-- Locked rows to PROCESSING. Parameters: token; events, as many as there are.
UPDATE event_consumption SET
  status = 'PROCESSING', attempt = attempt + 1, claim_id = ?, claim_epoch = claim_epoch + 1, node_id = 'hand',
  node_incarnation = x'00000000000000000000000000000001', lease_expires_at = UTC_TIMESTAMP(6) + INTERVAL 1 MINUTE,
  held_since = UTC_TIMESTAMP(6), wait_reason = NULL, next_attempt_at = NULL, row_version = row_version + 1,
  updated_at = UTC_TIMESTAMP(6)
WHERE tenant_id = 'default' AND handler_id = 'bench' AND item_key = '' AND event_id IN (${events})
