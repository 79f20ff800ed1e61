-- Closes an open quarantined message.
-- Parameters: tenantId, quarantineId, resolution, actor, reason.
-- Rows: count 1 closed; count 0 when there is no open one.
UPDATE ${prefix}raw_message_quarantine SET
  resolution = :resolution,
  resolved_by = :actor,
  resolved_reason = :reason,
  resolved_at = clock_timestamp()
WHERE tenant_id = :tenantId AND quarantine_id = :quarantineId
