-- Writes a gate that this transaction has locked.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, token (of the row in PROCESSING, NULL for none),
--   settledSeq (the highest place settled, NULL for none), arrivalSeq (the last place given by arrival).
-- Rows: count 1.
UPDATE ${prefix}consumption_aggregate_leases SET
  claim_id = CAST(:token AS uuid),
  settled_seq = :settledSeq,
  arrival_seq = :arrivalSeq,
  updated_at = clock_timestamp()
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
