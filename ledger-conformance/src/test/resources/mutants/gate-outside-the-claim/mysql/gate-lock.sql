-- Locks the gate of an aggregate; waits for whoever holds it.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: the gate, or none when it has not been made yet.
SELECT BIN_TO_UUID(claim_id) AS token, settled_seq, arrival_seq
FROM ${prefix}consumption_aggregate_leases
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
