-- Closes an open quarantined message by hand.
-- Parameters: tenantId, quarantineId, actor, reason.
-- Rows: count 1 closed; count 0 when there is no open one.
UPDATE ${prefix}raw_message_quarantine SET
  resolved_by = :actor,
  resolved_reason = :reason,
  resolved_at = UTC_TIMESTAMP(6)
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId AND resolved_by IS NULL
