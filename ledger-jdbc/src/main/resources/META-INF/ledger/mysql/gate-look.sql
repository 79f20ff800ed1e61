-- Whether the gate of an aggregate has been made; locks nothing.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: one, or none.
SELECT settled_seq
FROM ${prefix}consumption_aggregate_leases
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
