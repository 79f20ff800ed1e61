-- Fills a new schema for the plan gates: many finished rows, and some of everything else.
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256)
SELECT 'default', 'plan.a', 'e' || g::text, '', 'SUCCEEDED', 1, '00000000-0000-0001-0000-000000000001'::uuid, 1,
  'node-a', '00000000-0000-0001-0000-000000000001'::uuid, clock_timestamp() - (g) * interval '1 second', clock_timestamp() - (g) * interval '1 second', sha256('x')
FROM generate_series(1, 200000) AS g;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, wait_reason, next_attempt_at, error_class, error_type, error_fingerprint, payload_state, payload, headers)
SELECT 'default', 'plan.a', 'w' || g::text, '', 'RETRY_SCHEDULED', 1, '00000000-0000-0001-0000-000000000001'::uuid, 1,
  'node-a', '00000000-0000-0001-0000-000000000001'::uuid, clock_timestamp() - (g) * interval '1 second', clock_timestamp() - (g) * interval '1 second', sha256('x'), 'FAILURE', clock_timestamp() - (g - 1000) * interval '1 second', 'RETRYABLE', 'x.Y', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'STORED', '\x00000000'::bytea, '\x00000000'::bytea
FROM generate_series(1, 2000) AS g;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, dead_at, error_class, error_type, error_fingerprint, payload_state, payload, headers)
SELECT 'default', 'plan.a', 'd' || g::text, '', 'DEAD_LETTER', 1, '00000000-0000-0001-0000-000000000001'::uuid, 1,
  'node-a', '00000000-0000-0001-0000-000000000001'::uuid, clock_timestamp() - (g) * interval '1 second', clock_timestamp() - (g) * interval '1 second', sha256('x'), clock_timestamp() - (g) * interval '1 second', 'RETRYABLE', 'x.Y', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'STORED', '\x00000000'::bytea, '\x00000000'::bytea
FROM generate_series(1, 500) AS g;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, lease_expires_at, held_since, payload_state, payload, headers)
SELECT 'default', 'plan.a', 'h' || g::text, '', 'PROCESSING', 1, '00000000-0000-0001-0000-000000000001'::uuid, 1,
  'node-a', '00000000-0000-0001-0000-000000000001'::uuid, clock_timestamp() - (g) * interval '1 second', clock_timestamp() - (g) * interval '1 second', sha256('x'), clock_timestamp() - (g - 100) * interval '1 second', clock_timestamp() - (g) * interval '1 second', 'STORED', '\x00000000'::bytea, '\x00000000'::bytea
FROM generate_series(1, 200) AS g;
INSERT INTO event_consumption (
  tenant_id, handler_id, event_id, item_key, status, attempt, claim_id, claim_epoch,
  node_id, node_incarnation, received_at, updated_at, payload_sha256, lease_expires_at)
SELECT 'default', 'plan.a', 'p' || g::text, '', 'PROCESSING', 1, '00000000-0000-0001-0000-000000000001'::uuid, 1,
  'node-a', '00000000-0000-0001-0000-000000000001'::uuid, clock_timestamp() - (g) * interval '1 second', clock_timestamp() - (g) * interval '1 second', sha256('x'), clock_timestamp() - (g - 100) * interval '1 second'
FROM generate_series(1, 200) AS g;
INSERT INTO consumption_anomalies (
  tenant_id, handler_id, event_id, item_key, claim_epoch, kind, detail, seen_at)
SELECT 'default', 'plan.a', 'e' || g::text, '', 1, 'LATE_SETTLE', 'late', clock_timestamp() - (g) * interval '1 second'
FROM generate_series(1, 20000) AS g;
INSERT INTO consumption_audit (
  tenant_id, handler_id, event_id, item_key, action, actor, reason, at_time)
SELECT 'default', 'plan.a', 'e' || g::text, '', 'RESOLVE', 'olga', 'because', clock_timestamp() - (g) * interval '1 second'
FROM generate_series(1, 20000) AS g;
INSERT INTO raw_message_quarantine (
  tenant_id, quarantine_id, handler_id, headers, payload, payload_sha256, error_class,
  error_type, error_fingerprint, received_at)
SELECT 'default', encode(sha256(convert_to('e' || g::text, 'UTF8')), 'hex'), 'plan.a', '\x00000000'::bytea, '\x00000000'::bytea, sha256('x'), 'POISON',
  'x.Y', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', clock_timestamp() - (g) * interval '1 second'
FROM generate_series(1, 20000) AS g;
ANALYZE event_consumption;
ANALYZE consumption_anomalies;
ANALYZE consumption_audit;
ANALYZE raw_message_quarantine;
