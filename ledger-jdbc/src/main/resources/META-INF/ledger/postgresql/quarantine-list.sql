-- Quarantined messages of one tenant, without bytes.
-- Parameters: tenantId, limit.
-- Rows: the newest first.
SELECT quarantine_id, handler_id, topic, partition_no, offset_no, error_message, resolved_by,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_micros
FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
ORDER BY received_at DESC
LIMIT :limit
