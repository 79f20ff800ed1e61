-- Locks the gate of an aggregate; waits for whoever holds it.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: the gate, or none when it has not been made yet.
SELECT claim_id::text AS token, settled_seq, arrival_seq
FROM ${prefix}consumption_aggregate_leases
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
