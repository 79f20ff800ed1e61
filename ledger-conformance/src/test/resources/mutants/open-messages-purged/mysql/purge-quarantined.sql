-- Purge: deletes quarantined messages that were closed long enough ago.
-- Parameters: tenantId, closedBefore (microseconds), limit.
-- Rows: the count of deleted messages.
DELETE FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
  AND COALESCE(resolved_at, received_at) < UTC_TIMESTAMP(6) - INTERVAL :closedBefore MICROSECOND
ORDER BY resolved_at
LIMIT :limit
