-- Binds rows to a replay request.
-- Parameters: tenantId, requestId, items (JSON array of p, the position, h, e, i, and v, the version).
-- Rows: the count must be that of the items.
INSERT INTO ${prefix}consumption_replay_request_items (
  tenant_id, request_id, position_no, handler_id, event_id, item_key, row_version)
SELECT :tenantId, UUID_TO_BIN(:requestId), k.p, k.h, k.e, k.i, k.v
FROM JSON_TABLE(CONVERT(:items USING utf8mb4), '$[*]' COLUMNS (
  p int PATH '$.p',
  h varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.h',
  e varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.e',
  i varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin PATH '$.i',
  v bigint PATH '$.v')) AS k
