-- Lists every difference between the ledger's schema and what is really there. No rows: all is well.
-- Reads the catalogs only. Looks at the current schema. Changes nothing.
--   expected empty: something is there that should not be
--   actual empty:   something is missing
-- Storage settings that a DBA may tune (fillfactor, autovacuum, tablespace) and the order of columns
-- are not compared.

WITH names (name) AS (VALUES
  ('${prefix}event_consumption'),
  ('${prefix}raw_message_quarantine'),
  ('${prefix}consumption_anomalies'),
  ('${prefix}consumption_audit'),
  ('${prefix}consumption_aggregate_leases'),
  ('${prefix}consumption_nodes'),
  ('${prefix}consumption_handler_control'),
  ('${prefix}consumption_replay_requests'),
  ('${prefix}consumption_replay_request_items')),
expected (kind, object, definition) AS (VALUES
  -- begin of what is expected
  ('check', '${prefix}consumption_aggregate_leases.${prefix}cal_ck_arrival', 'CHECK ((arrival_seq >= 0))'),
  ('check', '${prefix}consumption_anomalies.${prefix}can_ck_epoch', 'CHECK ((claim_epoch >= 0))'),
  ('check', '${prefix}consumption_audit.${prefix}cau_ck_key', 'CHECK ((((event_id IS NULL) = (item_key IS NULL)) AND ((event_id IS NULL) OR (handler_id IS NOT NULL))))'),
  ('check', '${prefix}consumption_handler_control.${prefix}chc_ck_mode', 'CHECK (((mode)::text = ANY ((ARRAY[''RUNNING''::character varying, ''PAUSED''::character varying])::text[])))'),
  ('check', '${prefix}consumption_handler_control.${prefix}chc_ck_resumes', 'CHECK (((resumes_at IS NULL) OR ((mode)::text = ''PAUSED''::text)))'),
  ('check', '${prefix}consumption_handler_control.${prefix}chc_ck_version', 'CHECK ((row_version >= 1))'),
  ('check', '${prefix}consumption_replay_request_items.${prefix}cri_ck_counts', 'CHECK (((position_no >= 0) AND (row_version >= 1)))'),
  ('check', '${prefix}consumption_replay_request_items.${prefix}cri_ck_outcome', 'CHECK (((outcome)::text = ANY ((ARRAY[''SCHEDULED''::character varying, ''CHANGED''::character varying, ''BLOCKED''::character varying, ''REFUSED''::character varying, ''FAILED''::character varying])::text[])))'),
  ('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_counts', 'CHECK (((item_count >= 1) AND (row_version >= 1)))'),
  ('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_decided', 'CHECK (((((state)::text = ''REQUESTED''::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL))))'),
  ('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_finished', 'CHECK ((((state)::text = ANY ((ARRAY[''REJECTED''::character varying, ''CANCELLED''::character varying, ''FINISHED''::character varying])::text[])) = (finished_at IS NOT NULL)))'),
  ('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_hash_length', 'CHECK ((octet_length(selection_sha256) = 32))'),
  ('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_state', 'CHECK (((state)::text = ANY ((ARRAY[''REQUESTED''::character varying, ''APPROVED''::character varying, ''REJECTED''::character varying, ''CANCELLED''::character varying, ''FINISHED''::character varying])::text[])))'),
  ('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_two_people', 'CHECK (((NOT two_people) OR ((state)::text = ANY ((ARRAY[''REJECTED''::character varying, ''CANCELLED''::character varying])::text[])) OR ((decided_by)::text <> (requester)::text)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_aggregate', 'CHECK (((aggregate_type IS NULL) = (aggregate_id IS NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_closed', 'CHECK (((closed_by IS NULL) = (closed_reason IS NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_content', 'CHECK (((payload_state IS NOT NULL) OR ((payload IS NULL) AND (headers IS NULL) AND (raw_key IS NULL))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_counts', 'CHECK (((attempt >= 0) AND (yields >= 0) AND (replay_generation >= 0) AND (row_version >= 1) AND (claim_epoch >= 0)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_dead', 'CHECK ((((status)::text = ''DEAD_LETTER''::text) = (dead_at IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_dead_error', 'CHECK ((((status)::text <> ''DEAD_LETTER''::text) OR (error_class IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_discarded', 'CHECK ((((status)::text <> ''DISCARDED''::text) OR (closed_by IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_due', 'CHECK ((((next_attempt_at IS NULL) OR (wait_reason IS NOT NULL)) AND ((wait_reason IS NULL) OR ((wait_reason)::text = ''ORDER''::text) OR (next_attempt_at IS NOT NULL))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_error', 'CHECK ((((error_class IS NULL) = (error_type IS NULL)) AND ((error_class IS NULL) = (error_fingerprint IS NULL)) AND ((error_class IS NOT NULL) OR ((error_code IS NULL) AND (error_message IS NULL)))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_error_class', 'CHECK (((error_class)::text = ANY ((ARRAY[''RETRYABLE''::character varying, ''POISON''::character varying, ''UNRECOVERABLE''::character varying, ''CONFLICT''::character varying, ''CRASH_LOOP''::character varying])::text[])))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_hash_length', 'CHECK ((octet_length(payload_sha256) = 32))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_held', 'CHECK (((held_since IS NULL) OR ((status)::text = ''PROCESSING''::text)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_lease', 'CHECK ((((status)::text = ''PROCESSING''::text) = (lease_expires_at IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_node', 'CHECK (((node_id IS NULL) = (node_incarnation IS NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_open', 'CHECK ((((open_seq IS NOT NULL) = ((order_seq IS NOT NULL) AND ((status)::text = ANY ((ARRAY[''PROCESSING''::character varying, ''RETRY_SCHEDULED''::character varying, ''DEAD_LETTER''::character varying])::text[])))) AND ((open_seq IS NULL) OR (open_seq = order_seq))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_order', 'CHECK (((order_seq IS NULL) OR (aggregate_id IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_owner', 'CHECK ((((status)::text <> ''PROCESSING''::text) OR ((claim_id IS NOT NULL) AND (node_id IS NOT NULL) AND (attempt >= 1))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_payload', 'CHECK (((payload_state IS NULL) OR (((payload_state)::text = ''TOMBSTONE''::text) = (payload IS NULL))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_payload_state', 'CHECK (((payload_state)::text = ANY ((ARRAY[''STORED''::character varying, ''TOMBSTONE''::character varying, ''TRUNCATED''::character varying])::text[])))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_position', 'CHECK (((partition_no >= 0) AND (offset_no >= 0)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_status', 'CHECK (((status)::text = ANY ((ARRAY[''PROCESSING''::character varying, ''SUCCEEDED''::character varying, ''RETRY_SCHEDULED''::character varying, ''DEAD_LETTER''::character varying, ''DISCARDED''::character varying])::text[])))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_stored', 'CHECK ((((status)::text <> ALL ((ARRAY[''RETRY_SCHEDULED''::character varying, ''DEAD_LETTER''::character varying])::text[])) OR (payload_state IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_succeeded', 'CHECK ((((status)::text <> ''SUCCEEDED''::text) OR ((error_class IS NULL) AND (payload_state IS NULL))))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_turn', 'CHECK (((wait_reason IS NULL) OR ((wait_reason)::text <> ''ORDER''::text) OR (order_seq IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_wait_error', 'CHECK ((((wait_reason)::text <> ALL ((ARRAY[''FAILURE''::character varying, ''REPLAY''::character varying])::text[])) OR (error_class IS NOT NULL)))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_wait_reason', 'CHECK (((wait_reason)::text = ANY ((ARRAY[''FAILURE''::character varying, ''ORDER''::character varying, ''YIELD''::character varying, ''RECOVERED''::character varying, ''REPLAY''::character varying])::text[])))'),
  ('check', '${prefix}event_consumption.${prefix}ec_ck_waits', 'CHECK ((((status)::text = ''RETRY_SCHEDULED''::text) = (wait_reason IS NOT NULL)))'),
  ('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_error_class', 'CHECK (((error_class)::text = ANY ((ARRAY[''RETRYABLE''::character varying, ''POISON''::character varying, ''UNRECOVERABLE''::character varying, ''CONFLICT''::character varying, ''CRASH_LOOP''::character varying])::text[])))'),
  ('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_hash_length', 'CHECK ((octet_length(payload_sha256) = 32))'),
  ('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_position', 'CHECK (((partition_no >= 0) AND (offset_no >= 0)))'),
  ('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_resolution', 'CHECK (((resolution)::text = ANY ((ARRAY[''RESOLVED''::character varying, ''DISCARDED''::character varying, ''REPLAYED''::character varying])::text[])))'),
  ('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_resolved', 'CHECK ((((resolved_by IS NULL) = (resolution IS NULL)) AND ((resolved_by IS NULL) = (resolved_reason IS NULL)) AND ((resolved_by IS NULL) = (resolved_at IS NULL))))'),
  ('column', '${prefix}consumption_aggregate_leases.aggregate_id', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_aggregate_leases.aggregate_type', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_aggregate_leases.arrival_seq', 'bigint NOT NULL DEFAULT 0'),
  ('column', '${prefix}consumption_aggregate_leases.claim_id', 'uuid'),
  ('column', '${prefix}consumption_aggregate_leases.handler_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_aggregate_leases.settled_seq', 'bigint'),
  ('column', '${prefix}consumption_aggregate_leases.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_aggregate_leases.updated_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_anomalies.claim_epoch', 'bigint NOT NULL'),
  ('column', '${prefix}consumption_anomalies.detail', 'character varying(500) COLLATE "C"'),
  ('column', '${prefix}consumption_anomalies.event_id', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_anomalies.handler_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_anomalies.item_key', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_anomalies.kind', 'character varying(32) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_anomalies.seen_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_anomalies.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_audit.action', 'character varying(32) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_audit.actor', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_audit.at_time', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_audit.audit_id', 'bigint NOT NULL GENERATED ALWAYS AS IDENTITY'),
  ('column', '${prefix}consumption_audit.detail', 'text COLLATE "C"'),
  ('column', '${prefix}consumption_audit.event_id', 'character varying(200) COLLATE "C"'),
  ('column', '${prefix}consumption_audit.handler_id', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}consumption_audit.item_key', 'character varying(200) COLLATE "C"'),
  ('column', '${prefix}consumption_audit.quarantine_id', 'character(64) COLLATE "C"'),
  ('column', '${prefix}consumption_audit.reason', 'character varying(500) COLLATE "C"'),
  ('column', '${prefix}consumption_audit.second_actor', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}consumption_audit.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_handler_control.changed_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_handler_control.changed_by', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_handler_control.handler_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_handler_control.mode', 'character varying(16) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_handler_control.reason', 'character varying(500) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_handler_control.resumes_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}consumption_handler_control.row_version', 'bigint NOT NULL DEFAULT 1'),
  ('column', '${prefix}consumption_handler_control.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_nodes.node_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_nodes.node_incarnation', 'uuid NOT NULL'),
  ('column', '${prefix}consumption_nodes.renewed_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_nodes.started_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_nodes.stopped_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}consumption_replay_request_items.detail', 'character varying(500) COLLATE "C"'),
  ('column', '${prefix}consumption_replay_request_items.event_id', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_request_items.handler_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_request_items.item_key', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_request_items.outcome', 'character varying(32) COLLATE "C"'),
  ('column', '${prefix}consumption_replay_request_items.position_no', 'integer NOT NULL'),
  ('column', '${prefix}consumption_replay_request_items.request_id', 'uuid NOT NULL'),
  ('column', '${prefix}consumption_replay_request_items.row_version', 'bigint NOT NULL'),
  ('column', '${prefix}consumption_replay_request_items.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.decided_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}consumption_replay_requests.decided_by', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}consumption_replay_requests.finished_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}consumption_replay_requests.item_count', 'integer NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.reason', 'character varying(500) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.request_id', 'uuid NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.requested_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.requester', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.row_version', 'bigint NOT NULL DEFAULT 1'),
  ('column', '${prefix}consumption_replay_requests.selection', 'character varying(1000) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.selection_sha256', 'bytea NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.state', 'character varying(16) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}consumption_replay_requests.two_people', 'boolean NOT NULL'),
  ('column', '${prefix}event_consumption.aggregate_id', 'character varying(200) COLLATE "C"'),
  ('column', '${prefix}event_consumption.aggregate_type', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}event_consumption.attempt', 'integer NOT NULL'),
  ('column', '${prefix}event_consumption.broker_timestamp', 'timestamp(6) with time zone'),
  ('column', '${prefix}event_consumption.claim_epoch', 'bigint NOT NULL DEFAULT 0'),
  ('column', '${prefix}event_consumption.claim_id', 'uuid'),
  ('column', '${prefix}event_consumption.closed_by', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}event_consumption.closed_reason', 'character varying(500) COLLATE "C"'),
  ('column', '${prefix}event_consumption.dead_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}event_consumption.error_class', 'character varying(16) COLLATE "C"'),
  ('column', '${prefix}event_consumption.error_code', 'character varying(64) COLLATE "C"'),
  ('column', '${prefix}event_consumption.error_fingerprint', 'character(64) COLLATE "C"'),
  ('column', '${prefix}event_consumption.error_message', 'character varying(2048) COLLATE "C"'),
  ('column', '${prefix}event_consumption.error_type', 'character varying(200) COLLATE "C"'),
  ('column', '${prefix}event_consumption.event_id', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}event_consumption.event_type', 'character varying(200) COLLATE "C"'),
  ('column', '${prefix}event_consumption.handler_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}event_consumption.headers', 'bytea'),
  ('column', '${prefix}event_consumption.held_since', 'timestamp(6) with time zone'),
  ('column', '${prefix}event_consumption.item_key', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}event_consumption.lease_expires_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}event_consumption.next_attempt_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}event_consumption.node_id', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}event_consumption.node_incarnation', 'uuid'),
  ('column', '${prefix}event_consumption.offset_no', 'bigint'),
  ('column', '${prefix}event_consumption.open_seq', 'bigint'),
  ('column', '${prefix}event_consumption.order_seq', 'bigint'),
  ('column', '${prefix}event_consumption.partition_no', 'integer'),
  ('column', '${prefix}event_consumption.payload', 'bytea'),
  ('column', '${prefix}event_consumption.payload_sha256', 'bytea'),
  ('column', '${prefix}event_consumption.payload_state', 'character varying(16) COLLATE "C"'),
  ('column', '${prefix}event_consumption.raw_key', 'bytea'),
  ('column', '${prefix}event_consumption.received_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}event_consumption.replay_authorization', 'uuid'),
  ('column', '${prefix}event_consumption.replay_generation', 'integer NOT NULL DEFAULT 0'),
  ('column', '${prefix}event_consumption.row_version', 'bigint NOT NULL DEFAULT 1'),
  ('column', '${prefix}event_consumption.sequence_no', 'bigint'),
  ('column', '${prefix}event_consumption.status', 'character varying(16) COLLATE "C" NOT NULL'),
  ('column', '${prefix}event_consumption.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}event_consumption.topic', 'character varying(249) COLLATE "C"'),
  ('column', '${prefix}event_consumption.updated_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}event_consumption.wait_reason', 'character varying(16) COLLATE "C"'),
  ('column', '${prefix}event_consumption.yields', 'integer NOT NULL DEFAULT 0'),
  ('column', '${prefix}raw_message_quarantine.broker_timestamp', 'timestamp(6) with time zone'),
  ('column', '${prefix}raw_message_quarantine.error_class', 'character varying(16) COLLATE "C" NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.error_code', 'character varying(64) COLLATE "C"'),
  ('column', '${prefix}raw_message_quarantine.error_fingerprint', 'character(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.error_message', 'character varying(2048) COLLATE "C"'),
  ('column', '${prefix}raw_message_quarantine.error_type', 'character varying(200) COLLATE "C" NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.handler_id', 'character varying(100) COLLATE "C" NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.headers', 'bytea NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.offset_no', 'bigint'),
  ('column', '${prefix}raw_message_quarantine.partition_no', 'integer'),
  ('column', '${prefix}raw_message_quarantine.payload', 'bytea'),
  ('column', '${prefix}raw_message_quarantine.payload_sha256', 'bytea NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.quarantine_id', 'character(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.raw_key', 'bytea'),
  ('column', '${prefix}raw_message_quarantine.received_at', 'timestamp(6) with time zone NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.resolution', 'character varying(16) COLLATE "C"'),
  ('column', '${prefix}raw_message_quarantine.resolved_at', 'timestamp(6) with time zone'),
  ('column', '${prefix}raw_message_quarantine.resolved_by', 'character varying(100) COLLATE "C"'),
  ('column', '${prefix}raw_message_quarantine.resolved_reason', 'character varying(500) COLLATE "C"'),
  ('column', '${prefix}raw_message_quarantine.tenant_id', 'character varying(64) COLLATE "C" NOT NULL'),
  ('column', '${prefix}raw_message_quarantine.topic', 'character varying(249) COLLATE "C"'),
  ('index', '${prefix}consumption_aggregate_leases.${prefix}cal_pk', 'unique btree (tenant_id, handler_id, aggregate_type, aggregate_id)'),
  ('index', '${prefix}consumption_anomalies.${prefix}can_ix_seen', 'btree (tenant_id, seen_at)'),
  ('index', '${prefix}consumption_anomalies.${prefix}can_pk', 'unique btree (tenant_id, handler_id, event_id, item_key, claim_epoch, kind)'),
  ('index', '${prefix}consumption_audit.${prefix}cau_ix_key', 'btree (tenant_id, handler_id, event_id, item_key, audit_id)'),
  ('index', '${prefix}consumption_audit.${prefix}cau_ix_time', 'btree (tenant_id, at_time, audit_id)'),
  ('index', '${prefix}consumption_audit.${prefix}cau_pk', 'unique btree (audit_id)'),
  ('index', '${prefix}consumption_handler_control.${prefix}chc_pk', 'unique btree (tenant_id, handler_id)'),
  ('index', '${prefix}consumption_nodes.${prefix}cno_pk', 'unique btree (node_id, node_incarnation)'),
  ('index', '${prefix}consumption_replay_request_items.${prefix}cri_pk', 'unique btree (tenant_id, request_id, position_no)'),
  ('index', '${prefix}consumption_replay_request_items.${prefix}cri_uk_key', 'unique btree (tenant_id, request_id, handler_id, event_id, item_key)'),
  ('index', '${prefix}consumption_replay_requests.${prefix}crr_ix_finished', 'btree (tenant_id, finished_at) WHERE (finished_at IS NOT NULL)'),
  ('index', '${prefix}consumption_replay_requests.${prefix}crr_ix_requested', 'btree (tenant_id, requested_at, request_id)'),
  ('index', '${prefix}consumption_replay_requests.${prefix}crr_pk', 'unique btree (tenant_id, request_id)'),
  ('index', '${prefix}event_consumption.${prefix}ec_ix_dead', 'btree (tenant_id, handler_id, received_at) WHERE (dead_at IS NOT NULL)'),
  ('index', '${prefix}event_consumption.${prefix}ec_ix_due', 'btree (handler_id, tenant_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL)'),
  ('index', '${prefix}event_consumption.${prefix}ec_ix_held', 'btree (handler_id, held_since) WHERE (held_since IS NOT NULL)'),
  ('index', '${prefix}event_consumption.${prefix}ec_ix_open', 'btree (tenant_id, handler_id, aggregate_type, aggregate_id, open_seq) WHERE (open_seq IS NOT NULL)'),
  ('index', '${prefix}event_consumption.${prefix}ec_ix_received', 'btree (tenant_id, handler_id, received_at) WHERE (received_at IS NOT NULL)'),
  ('index', '${prefix}event_consumption.${prefix}ec_pk', 'unique btree (tenant_id, handler_id, event_id, item_key)'),
  ('index', '${prefix}raw_message_quarantine.${prefix}rmq_ix_received', 'btree (tenant_id, received_at, quarantine_id) WHERE (received_at IS NOT NULL)'),
  ('index', '${prefix}raw_message_quarantine.${prefix}rmq_ix_resolved', 'btree (tenant_id, resolved_at) WHERE (resolved_at IS NOT NULL)'),
  ('index', '${prefix}raw_message_quarantine.${prefix}rmq_pk', 'unique btree (tenant_id, quarantine_id)'),
  ('key', '${prefix}consumption_aggregate_leases.${prefix}cal_pk', 'PRIMARY KEY (tenant_id, handler_id, aggregate_type, aggregate_id)'),
  ('key', '${prefix}consumption_anomalies.${prefix}can_pk', 'PRIMARY KEY (tenant_id, handler_id, event_id, item_key, claim_epoch, kind)'),
  ('key', '${prefix}consumption_audit.${prefix}cau_pk', 'PRIMARY KEY (audit_id)'),
  ('key', '${prefix}consumption_handler_control.${prefix}chc_pk', 'PRIMARY KEY (tenant_id, handler_id)'),
  ('key', '${prefix}consumption_nodes.${prefix}cno_pk', 'PRIMARY KEY (node_id, node_incarnation)'),
  ('key', '${prefix}consumption_replay_request_items.${prefix}cri_pk', 'PRIMARY KEY (tenant_id, request_id, position_no)'),
  ('key', '${prefix}consumption_replay_request_items.${prefix}cri_uk_key', 'UNIQUE (tenant_id, request_id, handler_id, event_id, item_key)'),
  ('key', '${prefix}consumption_replay_requests.${prefix}crr_pk', 'PRIMARY KEY (tenant_id, request_id)'),
  ('key', '${prefix}event_consumption.${prefix}ec_pk', 'PRIMARY KEY (tenant_id, handler_id, event_id, item_key)'),
  ('key', '${prefix}raw_message_quarantine.${prefix}rmq_pk', 'PRIMARY KEY (tenant_id, quarantine_id)'),
  ('table', '${prefix}consumption_aggregate_leases', 'table'),
  ('table', '${prefix}consumption_anomalies', 'table'),
  ('table', '${prefix}consumption_audit', 'table'),
  ('table', '${prefix}consumption_handler_control', 'table'),
  ('table', '${prefix}consumption_nodes', 'table'),
  ('table', '${prefix}consumption_replay_request_items', 'table'),
  ('table', '${prefix}consumption_replay_requests', 'table'),
  ('table', '${prefix}event_consumption', 'table'),
  ('table', '${prefix}raw_message_quarantine', 'table')
  -- end of what is expected
),
tables AS (
  SELECT c.oid, c.relname::text AS name, c.relkind, c.relpersistence, c.relrowsecurity
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN names ON names.name = c.relname::text
  WHERE n.nspname = current_schema()
),
actual (kind, object, definition) AS (
  SELECT 'table', t.name,
    CASE t.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view'
      ELSE 'relation of kind ' || t.relkind::text END
    || CASE t.relpersistence WHEN 'p' THEN '' ELSE ', not durable' END
    || CASE WHEN t.relrowsecurity THEN ', row security' ELSE '' END
  FROM tables t
  UNION ALL
  SELECT 'column', t.name || '.' || a.attname,
    pg_catalog.format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attcollation = 0 THEN ''
         ELSE ' COLLATE ' || a.attcollation::pg_catalog.regcollation::text END
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE a.attidentity WHEN 'a' THEN ' GENERATED ALWAYS AS IDENTITY'
         WHEN 'd' THEN ' GENERATED BY DEFAULT AS IDENTITY' ELSE '' END
    || CASE WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS '
         WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' ELSE '' END
    || coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), '')
  FROM tables t
  JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  UNION ALL
  SELECT CASE k.contype WHEN 'c' THEN 'check' ELSE 'key' END, t.name || '.' || k.conname,
    pg_catalog.pg_get_constraintdef(k.oid)
  FROM tables t
  JOIN pg_catalog.pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('c', 'p', 'u', 'f', 'x')
  UNION ALL
  SELECT 'index', t.name || '.' || c.relname,
    CASE WHEN i.indisunique THEN 'unique ' ELSE '' END
    || regexp_replace(pg_catalog.pg_get_indexdef(i.indexrelid), '^.*? USING ', '')
    || CASE WHEN i.indisvalid AND i.indisready AND i.indislive THEN '' ELSE ', not valid' END
  FROM tables t
  JOIN pg_catalog.pg_index i ON i.indrelid = t.oid
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
),
both_sides (kind, object, expected, actual) AS (
  SELECT kind, object, definition, NULL FROM expected
  UNION ALL
  SELECT kind, object, NULL, definition FROM actual
)
SELECT kind, object, max(expected) AS expected, max(actual) AS actual
FROM both_sides
GROUP BY kind, object
HAVING max(expected) IS DISTINCT FROM max(actual)
ORDER BY kind, object;
