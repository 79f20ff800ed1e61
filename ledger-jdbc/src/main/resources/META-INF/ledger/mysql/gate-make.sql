-- Makes the gate of an aggregate, unless it is there; waits for whoever is making it.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: any count.
INSERT INTO ${prefix}consumption_aggregate_leases (
  tenant_id, handler_id, aggregate_type, aggregate_id, updated_at)
VALUES (:tenantId, :handlerId, :aggregateType, :aggregateId, UTC_TIMESTAMP(6))
ON DUPLICATE KEY UPDATE arrival_seq = arrival_seq
