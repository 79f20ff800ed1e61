-- Records an anomaly, once per claim and kind.
-- Parameters: the key, epoch, kind, detail.
-- Rows: count 1 made, count 0 when there is a row already.
INSERT INTO ${prefix}consumption_anomalies (
  tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail, seen_at)
VALUES (
  :tenantId, :handlerId, :eventId, :itemKey, :epoch, :kind, :detail, clock_timestamp())
ON CONFLICT (tenant_id, handler_id, event_id, item_key, claim_epoch, kind) DO NOTHING
