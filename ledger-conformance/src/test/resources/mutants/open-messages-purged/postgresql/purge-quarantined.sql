-- Purge: deletes quarantined messages that were closed long enough ago.
-- Leaves out what another purge is deleting: who waited for that would find nothing, and believe that nothing is left.
-- Parameters: tenantId, closedBefore (microseconds), limit.
-- Rows: the count of deleted messages.
DELETE FROM ${prefix}raw_message_quarantine
WHERE tenant_id = :tenantId
  AND quarantine_id = ANY (ARRAY(
    SELECT quarantine_id
    FROM ${prefix}raw_message_quarantine
    WHERE tenant_id = :tenantId
      AND COALESCE(resolved_at, received_at) < statement_timestamp() - :closedBefore * interval '1 microsecond'
    ORDER BY resolved_at
    LIMIT :limit
    FOR UPDATE SKIP LOCKED))
