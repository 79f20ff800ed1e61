-- Binds rows to a replay request.
-- Parameters: tenantId, requestId, items (JSON array of p, the position, h, e, i, and v, the version).
-- Rows: the count must be that of the items.
INSERT INTO ${prefix}consumption_replay_request_items (
  tenant_id, request_id, position_no, handler_id, event_id, item_key, row_version)
SELECT CAST(:tenantId AS varchar), CAST(:requestId AS uuid), k.p, k.h, k.e, k.i, k.v
FROM jsonb_to_recordset(CAST(:items AS jsonb)) AS k(p integer, h text, e text, i text, v bigint)
