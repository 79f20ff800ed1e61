-- Fills a new schema for the plan gates: many finished rows, and some of everything else.
SET SESSION cte_max_recursion_depth = 300000;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256)
SELECT 'default', 'plan.a', CONCAT('e', g), '', 'SUCCEEDED', 1, UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), 1,
  'node-a', UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UNHEX(SHA2('x', 256))
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 200000) SELECT g FROM s) AS series;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, wait_reason, next_attempt_at, error_class, error_type, error_fingerprint, payload_state, payload, headers)
SELECT 'default', 'plan.a', CONCAT('w', g), '', 'RETRY_SCHEDULED', 1, UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), 1,
  'node-a', UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UNHEX(SHA2('x', 256)), 'FAILURE', UTC_TIMESTAMP(6) - INTERVAL (g - 1000) SECOND, 'RETRYABLE', 'x.Y', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'STORED', X'00000000', X'00000000'
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 2000) SELECT g FROM s) AS series;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, dead_at, error_class, error_type, error_fingerprint, payload_state, payload, headers)
SELECT 'default', 'plan.a', CONCAT('d', g), '', 'DEAD_LETTER', 1, UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), 1,
  'node-a', UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UNHEX(SHA2('x', 256)), UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, 'RETRYABLE', 'x.Y', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'STORED', X'00000000', X'00000000'
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 500) SELECT g FROM s) AS series;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, lease_expires_at, held_since, payload_state, payload, headers)
SELECT 'default', 'plan.a', CONCAT('h', g), '', 'PROCESSING', 1, UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), 1,
  'node-a', UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UNHEX(SHA2('x', 256)), UTC_TIMESTAMP(6) - INTERVAL (g - 100) SECOND, UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, 'STORED', X'00000000', X'00000000'
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 200) SELECT g FROM s) AS series;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, lease_expires_at)
SELECT 'default', 'plan.a', CONCAT('p', g), '', 'PROCESSING', 1, UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), 1,
  'node-a', UUID_TO_BIN('00000000-0000-0001-0000-000000000001'), UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UTC_TIMESTAMP(6) - INTERVAL (g) SECOND, UNHEX(SHA2('x', 256)), UTC_TIMESTAMP(6) - INTERVAL (g - 100) SECOND
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 200) SELECT g FROM s) AS series;
INSERT INTO consumption_anomalies (
  tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail, seen_at)
SELECT 'default', 'plan.a', CONCAT('e', g), '', 1, 'LATE_SETTLE', 'late', UTC_TIMESTAMP(6) - INTERVAL (g) SECOND
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 20000) SELECT g FROM s) AS series;
INSERT INTO consumption_audit (
  tenant_id, handler_id, event_id, item_key, action, actor, reason, at_time)
SELECT 'default', 'plan.a', CONCAT('e', g), '', 'RESOLVE', 'olga', 'because', UTC_TIMESTAMP(6) - INTERVAL (g) SECOND
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 20000) SELECT g FROM s) AS series;
INSERT INTO raw_message_quarantine (
  tenant_id, quarantine_id, handler_id, headers, payload, payload_sha256, error_class,
  error_type, error_fingerprint, received_at)
SELECT 'default', SHA2(CONCAT('e', g), 256), 'plan.a', X'00000000', X'00000000', UNHEX(SHA2('x', 256)), 'POISON',
  'x.Y', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', UTC_TIMESTAMP(6) - INTERVAL (g) SECOND
FROM (WITH RECURSIVE s (g) AS (
    SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < 20000) SELECT g FROM s) AS series;
ANALYZE TABLE event_consumption;
ANALYZE TABLE consumption_anomalies;
ANALYZE TABLE consumption_audit;
ANALYZE TABLE raw_message_quarantine;
