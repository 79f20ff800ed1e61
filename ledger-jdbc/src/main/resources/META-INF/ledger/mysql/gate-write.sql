-- Writes a gate that this transaction has locked.
-- Parameters: tenantId, handlerId, aggregateType, aggregateId, token (of the row in PROCESSING, NULL for none),
--   settledSeq (the highest place settled, NULL for none), arrivalSeq (the last place given by arrival).
-- Rows: count 1.
UPDATE ${prefix}consumption_aggregate_leases SET
  claim_id = UUID_TO_BIN(:token),
  settled_seq = :settledSeq,
  arrival_seq = :arrivalSeq,
  updated_at = UTC_TIMESTAMP(6)
WHERE tenant_id = :tenantId AND handler_id = :handlerId
  AND aggregate_type = :aggregateType AND aggregate_id = :aggregateId
