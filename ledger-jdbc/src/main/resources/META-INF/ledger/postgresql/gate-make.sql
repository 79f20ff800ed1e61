-- Makes the gate of an aggregate, unless it is there; waits for whoever is making it.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId.
-- Rows: any count.
INSERT INTO ${prefix}consumption_aggregate_leases (
  tenant_id, handler_id, aggregate_type, aggregate_id, updated_at)
VALUES (:tenantId, :handlerId, :aggregateType, :aggregateId, clock_timestamp())
ON CONFLICT (tenant_id, handler_id, aggregate_type, aggregate_id) DO NOTHING
