-- What is due, with its content. Parameters: limit.
SELECT event_id, attempt, claim_epoch, payload, headers, raw_key, payload_sha256
FROM event_consumption
WHERE cold_kind = 'DUE' AND handler_id = 'bench' AND tenant_id = 'default' AND cold_at <= UTC_TIMESTAMP(6)
ORDER BY cold_at
LIMIT ?
FOR UPDATE SKIP LOCKED
