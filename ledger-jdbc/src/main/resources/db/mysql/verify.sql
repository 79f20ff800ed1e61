-- Lists every difference between the ledger's schema and what is really there. No rows: all is well.
-- Reads information_schema only. Looks at the current database. Changes nothing.
--   expected empty: something is there that should not be
--   actual empty:   something is missing
-- The order of columns is not compared.

WITH names (name) AS (VALUES
  ROW('${prefix}event_consumption'),
  ROW('${prefix}raw_message_quarantine'),
  ROW('${prefix}consumption_anomalies'),
  ROW('${prefix}consumption_audit'),
  ROW('${prefix}consumption_aggregate_leases'),
  ROW('${prefix}consumption_nodes'),
  ROW('${prefix}consumption_handler_control'),
  ROW('${prefix}consumption_replay_requests'),
  ROW('${prefix}consumption_replay_request_items')),
expected (kind, object, definition) AS (VALUES
  -- begin of what is expected
  ROW('check', '${prefix}consumption_aggregate_leases.${prefix}cal_ck_arrival', '(`arrival_seq` >= 0)'),
  ROW('check', '${prefix}consumption_anomalies.${prefix}can_ck_epoch', '(`claim_epoch` >= 0)'),
  ROW('check', '${prefix}consumption_audit.${prefix}cau_ck_key', '(((`event_id` is null) = (`item_key` is null)) and ((`event_id` is null) or (`handler_id` is not null)))'),
  ROW('check', '${prefix}consumption_handler_control.${prefix}chc_ck_mode', '(`mode` in (''RUNNING'',''PAUSED''))'),
  ROW('check', '${prefix}consumption_handler_control.${prefix}chc_ck_resumes', '((`resumes_at` is null) or (`mode` = ''PAUSED''))'),
  ROW('check', '${prefix}consumption_handler_control.${prefix}chc_ck_version', '(`row_version` >= 1)'),
  ROW('check', '${prefix}consumption_replay_request_items.${prefix}cri_ck_counts', '((`position_no` >= 0) and (`row_version` >= 1))'),
  ROW('check', '${prefix}consumption_replay_request_items.${prefix}cri_ck_outcome', '(`outcome` in (''SCHEDULED'',''CHANGED'',''BLOCKED'',''REFUSED'',''FAILED''))'),
  ROW('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_counts', '((`item_count` >= 1) and (`row_version` >= 1))'),
  ROW('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_decided', '(((`state` = ''REQUESTED'') = (`decided_by` is null)) and ((`decided_by` is null) = (`decided_at` is null)))'),
  ROW('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_finished', '((`state` in (''REJECTED'',''CANCELLED'',''FINISHED'')) = (`finished_at` is not null))'),
  ROW('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_state', '(`state` in (''REQUESTED'',''APPROVED'',''REJECTED'',''CANCELLED'',''FINISHED''))'),
  ROW('check', '${prefix}consumption_replay_requests.${prefix}crr_ck_two_people', '((0 = `two_people`) or (`state` in (''REJECTED'',''CANCELLED'')) or (`decided_by` <> `requester`))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_aggregate', '((`aggregate_type` is null) = (`aggregate_id` is null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_closed', '((`closed_by` is null) = (`closed_reason` is null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_content', '((`payload_state` is not null) or ((`payload` is null) and (`headers` is null) and (`raw_key` is null)))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_counts', '((`attempt` >= 0) and (`yields` >= 0) and (`replay_generation` >= 0) and (`row_version` >= 1) and (`claim_epoch` >= 0))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_dead', '((`status` = ''DEAD_LETTER'') = (`dead_at` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_dead_error', '((`status` <> ''DEAD_LETTER'') or (`error_class` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_discarded', '((`status` <> ''DISCARDED'') or (`closed_by` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_due', '(((`next_attempt_at` is null) or (`wait_reason` is not null)) and ((`wait_reason` is null) or (`wait_reason` = ''ORDER'') or (`next_attempt_at` is not null)))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_error', '(((`error_class` is null) = (`error_type` is null)) and ((`error_class` is null) = (`error_fingerprint` is null)) and ((`error_class` is not null) or ((`error_code` is null) and (`error_message` is null))))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_error_class', '(`error_class` in (''RETRYABLE'',''POISON'',''UNRECOVERABLE'',''CONFLICT'',''CRASH_LOOP''))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_held', '((`held_since` is null) or (`status` = ''PROCESSING''))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_lease', '((`status` = ''PROCESSING'') = (`lease_expires_at` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_node', '((`node_id` is null) = (`node_incarnation` is null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_open', '(((`open_seq` is not null) = ((`order_seq` is not null) and (`status` in (''PROCESSING'',''RETRY_SCHEDULED'',''DEAD_LETTER'')))) and ((`open_seq` is null) or (`open_seq` = `order_seq`)))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_order', '((`order_seq` is null) or (`aggregate_id` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_owner', '((`status` <> ''PROCESSING'') or ((`claim_id` is not null) and (`node_id` is not null) and (`attempt` >= 1)))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_payload', '((`payload_state` is null) or ((`payload_state` = ''TOMBSTONE'') = (`payload` is null)))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_payload_state', '(`payload_state` in (''STORED'',''TOMBSTONE'',''TRUNCATED''))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_position', '((`partition_no` >= 0) and (`offset_no` >= 0))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_status', '(`status` in (''PROCESSING'',''SUCCEEDED'',''RETRY_SCHEDULED'',''DEAD_LETTER'',''DISCARDED''))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_stored', '((`status` not in (''RETRY_SCHEDULED'',''DEAD_LETTER'')) or (`payload_state` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_succeeded', '((`status` <> ''SUCCEEDED'') or ((`error_class` is null) and (`payload_state` is null)))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_turn', '((`wait_reason` is null) or (`wait_reason` <> ''ORDER'') or (`order_seq` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_wait_error', '((`wait_reason` not in (''FAILURE'',''REPLAY'')) or (`error_class` is not null))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_wait_reason', '(`wait_reason` in (''FAILURE'',''ORDER'',''YIELD'',''RECOVERED'',''REPLAY''))'),
  ROW('check', '${prefix}event_consumption.${prefix}ec_ck_waits', '((`status` = ''RETRY_SCHEDULED'') = (`wait_reason` is not null))'),
  ROW('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_error_class', '(`error_class` in (''RETRYABLE'',''POISON'',''UNRECOVERABLE'',''CONFLICT'',''CRASH_LOOP''))'),
  ROW('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_position', '((`partition_no` >= 0) and (`offset_no` >= 0))'),
  ROW('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_resolution', '(`resolution` in (''RESOLVED'',''DISCARDED'',''REPLAYED''))'),
  ROW('check', '${prefix}raw_message_quarantine.${prefix}rmq_ck_resolved', '(((`resolved_by` is null) = (`resolution` is null)) and ((`resolved_by` is null) = (`resolved_reason` is null)) and ((`resolved_by` is null) = (`resolved_at` is null)))'),
  ROW('column', '${prefix}consumption_aggregate_leases.aggregate_id', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_aggregate_leases.aggregate_type', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_aggregate_leases.arrival_seq', 'bigint NOT NULL DEFAULT 0'),
  ROW('column', '${prefix}consumption_aggregate_leases.claim_id', 'binary(16)'),
  ROW('column', '${prefix}consumption_aggregate_leases.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_aggregate_leases.settled_seq', 'bigint'),
  ROW('column', '${prefix}consumption_aggregate_leases.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_aggregate_leases.updated_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.claim_epoch', 'bigint NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.detail', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_anomalies.event_id', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.item_key', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.kind', 'varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.seen_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_anomalies.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_audit.action', 'varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}consumption_audit.actor', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_audit.at_time', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_audit.audit_id', 'bigint NOT NULL auto_increment'),
  ROW('column', '${prefix}consumption_audit.detail', 'text CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_audit.event_id', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_audit.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_audit.item_key', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_audit.quarantine_id', 'char(64) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}consumption_audit.reason', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_audit.second_actor', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_audit.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_handler_control.changed_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_handler_control.changed_by', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_handler_control.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_handler_control.mode', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}consumption_handler_control.reason', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_handler_control.resumes_at', 'datetime(6)'),
  ROW('column', '${prefix}consumption_handler_control.row_version', 'bigint NOT NULL DEFAULT 1'),
  ROW('column', '${prefix}consumption_handler_control.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_nodes.node_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_nodes.node_incarnation', 'binary(16) NOT NULL'),
  ROW('column', '${prefix}consumption_nodes.renewed_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_nodes.started_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_nodes.stopped_at', 'datetime(6)'),
  ROW('column', '${prefix}consumption_replay_request_items.detail', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_replay_request_items.event_id', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_request_items.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_request_items.item_key', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_request_items.outcome', 'varchar(32) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}consumption_replay_request_items.position_no', 'int NOT NULL'),
  ROW('column', '${prefix}consumption_replay_request_items.request_id', 'binary(16) NOT NULL'),
  ROW('column', '${prefix}consumption_replay_request_items.row_version', 'bigint NOT NULL'),
  ROW('column', '${prefix}consumption_replay_request_items.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.decided_at', 'datetime(6)'),
  ROW('column', '${prefix}consumption_replay_requests.decided_by', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}consumption_replay_requests.finished_at', 'datetime(6)'),
  ROW('column', '${prefix}consumption_replay_requests.item_count', 'int NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.reason', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.request_id', 'binary(16) NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.requested_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.requester', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.row_version', 'bigint NOT NULL DEFAULT 1'),
  ROW('column', '${prefix}consumption_replay_requests.selection', 'varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.selection_sha256', 'binary(32) NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.state', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}consumption_replay_requests.two_people', 'tinyint(1) NOT NULL'),
  ROW('column', '${prefix}event_consumption.aggregate_id', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.aggregate_type', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.attempt', 'int NOT NULL'),
  ROW('column', '${prefix}event_consumption.broker_timestamp', 'datetime(6)'),
  ROW('column', '${prefix}event_consumption.claim_epoch', 'bigint NOT NULL DEFAULT 0'),
  ROW('column', '${prefix}event_consumption.claim_id', 'binary(16)'),
  ROW('column', '${prefix}event_consumption.closed_by', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.closed_reason', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.cold_at', 'datetime(6) STORED GENERATED AS (case when (`next_attempt_at` is not null) then `next_attempt_at` when (`held_since` is not null) then `held_since` when (`dead_at` is not null) then `received_at` end)'),
  ROW('column', '${prefix}event_consumption.cold_kind', 'char(4) CHARACTER SET ascii COLLATE ascii_bin STORED GENERATED AS (case when (`next_attempt_at` is not null) then ''DUE'' when (`held_since` is not null) then ''HELD'' when (`dead_at` is not null) then ''DEAD'' end)'),
  ROW('column', '${prefix}event_consumption.dead_at', 'datetime(6)'),
  ROW('column', '${prefix}event_consumption.error_class', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}event_consumption.error_code', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.error_fingerprint', 'char(64) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}event_consumption.error_message', 'varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.error_type', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.event_id', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}event_consumption.event_type', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}event_consumption.headers', 'longblob'),
  ROW('column', '${prefix}event_consumption.held_since', 'datetime(6)'),
  ROW('column', '${prefix}event_consumption.item_key', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}event_consumption.lease_expires_at', 'datetime(6)'),
  ROW('column', '${prefix}event_consumption.next_attempt_at', 'datetime(6)'),
  ROW('column', '${prefix}event_consumption.node_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.node_incarnation', 'binary(16)'),
  ROW('column', '${prefix}event_consumption.offset_no', 'bigint'),
  ROW('column', '${prefix}event_consumption.open_aggregate', 'varchar(467) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin VIRTUAL GENERATED AS (case when (`open_seq` is not null) then concat_ws(char(31),`tenant_id`,`handler_id`,`aggregate_type`,`aggregate_id`) end)'),
  ROW('column', '${prefix}event_consumption.open_seq', 'bigint'),
  ROW('column', '${prefix}event_consumption.order_seq', 'bigint'),
  ROW('column', '${prefix}event_consumption.partition_no', 'int'),
  ROW('column', '${prefix}event_consumption.payload', 'longblob'),
  ROW('column', '${prefix}event_consumption.payload_sha256', 'binary(32)'),
  ROW('column', '${prefix}event_consumption.payload_state', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}event_consumption.raw_key', 'longblob'),
  ROW('column', '${prefix}event_consumption.received_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}event_consumption.replay_authorization', 'binary(16)'),
  ROW('column', '${prefix}event_consumption.replay_generation', 'int NOT NULL DEFAULT 0'),
  ROW('column', '${prefix}event_consumption.row_version', 'bigint NOT NULL DEFAULT 1'),
  ROW('column', '${prefix}event_consumption.sequence_no', 'bigint'),
  ROW('column', '${prefix}event_consumption.status', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}event_consumption.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}event_consumption.topic', 'varchar(249) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}event_consumption.updated_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}event_consumption.wait_reason', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}event_consumption.yields', 'int NOT NULL DEFAULT 0'),
  ROW('column', '${prefix}raw_message_quarantine.broker_timestamp', 'datetime(6)'),
  ROW('column', '${prefix}raw_message_quarantine.error_class', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.error_code', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}raw_message_quarantine.error_fingerprint', 'char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.error_message', 'varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}raw_message_quarantine.error_type', 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.handler_id', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.headers', 'longblob NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.offset_no', 'bigint'),
  ROW('column', '${prefix}raw_message_quarantine.partition_no', 'int'),
  ROW('column', '${prefix}raw_message_quarantine.payload', 'longblob'),
  ROW('column', '${prefix}raw_message_quarantine.payload_sha256', 'binary(32) NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.quarantine_id', 'char(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.raw_key', 'longblob'),
  ROW('column', '${prefix}raw_message_quarantine.received_at', 'datetime(6) NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.resolution', 'varchar(16) CHARACTER SET ascii COLLATE ascii_bin'),
  ROW('column', '${prefix}raw_message_quarantine.resolved_at', 'datetime(6)'),
  ROW('column', '${prefix}raw_message_quarantine.resolved_by', 'varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}raw_message_quarantine.resolved_reason', 'varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('column', '${prefix}raw_message_quarantine.tenant_id', 'varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL'),
  ROW('column', '${prefix}raw_message_quarantine.topic', 'varchar(249) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin'),
  ROW('index', '${prefix}consumption_aggregate_leases.PRIMARY', 'unique btree (tenant_id, handler_id, aggregate_type, aggregate_id)'),
  ROW('index', '${prefix}consumption_anomalies.PRIMARY', 'unique btree (tenant_id, handler_id, event_id, item_key, claim_epoch, kind)'),
  ROW('index', '${prefix}consumption_anomalies.${prefix}can_ix_seen', 'btree (tenant_id, seen_at)'),
  ROW('index', '${prefix}consumption_audit.PRIMARY', 'unique btree (audit_id)'),
  ROW('index', '${prefix}consumption_audit.${prefix}cau_ix_key', 'btree (tenant_id, handler_id, event_id, item_key, audit_id)'),
  ROW('index', '${prefix}consumption_audit.${prefix}cau_ix_time', 'btree (tenant_id, at_time, audit_id)'),
  ROW('index', '${prefix}consumption_handler_control.PRIMARY', 'unique btree (tenant_id, handler_id)'),
  ROW('index', '${prefix}consumption_nodes.PRIMARY', 'unique btree (node_id, node_incarnation)'),
  ROW('index', '${prefix}consumption_replay_request_items.PRIMARY', 'unique btree (tenant_id, request_id, position_no)'),
  ROW('index', '${prefix}consumption_replay_request_items.${prefix}cri_uk_key', 'unique btree (tenant_id, request_id, handler_id, event_id, item_key)'),
  ROW('index', '${prefix}consumption_replay_requests.PRIMARY', 'unique btree (tenant_id, request_id)'),
  ROW('index', '${prefix}consumption_replay_requests.${prefix}crr_ix_finished', 'btree (tenant_id, finished_at)'),
  ROW('index', '${prefix}consumption_replay_requests.${prefix}crr_ix_requested', 'btree (tenant_id, requested_at, request_id)'),
  ROW('index', '${prefix}event_consumption.PRIMARY', 'unique btree (tenant_id, handler_id, event_id, item_key)'),
  ROW('index', '${prefix}event_consumption.${prefix}ec_ix_cold', 'btree (cold_kind, handler_id, tenant_id, cold_at)'),
  ROW('index', '${prefix}event_consumption.${prefix}ec_ix_open', 'btree (open_aggregate, open_seq)'),
  ROW('index', '${prefix}event_consumption.${prefix}ec_ix_received', 'btree (tenant_id, handler_id, received_at)'),
  ROW('index', '${prefix}raw_message_quarantine.PRIMARY', 'unique btree (tenant_id, quarantine_id)'),
  ROW('index', '${prefix}raw_message_quarantine.${prefix}rmq_ix_received', 'btree (tenant_id, received_at, quarantine_id)'),
  ROW('index', '${prefix}raw_message_quarantine.${prefix}rmq_ix_resolved', 'btree (tenant_id, resolved_at)'),
  ROW('key', '${prefix}consumption_aggregate_leases.PRIMARY', 'PRIMARY KEY (tenant_id, handler_id, aggregate_type, aggregate_id)'),
  ROW('key', '${prefix}consumption_anomalies.PRIMARY', 'PRIMARY KEY (tenant_id, handler_id, event_id, item_key, claim_epoch, kind)'),
  ROW('key', '${prefix}consumption_audit.PRIMARY', 'PRIMARY KEY (audit_id)'),
  ROW('key', '${prefix}consumption_handler_control.PRIMARY', 'PRIMARY KEY (tenant_id, handler_id)'),
  ROW('key', '${prefix}consumption_nodes.PRIMARY', 'PRIMARY KEY (node_id, node_incarnation)'),
  ROW('key', '${prefix}consumption_replay_request_items.PRIMARY', 'PRIMARY KEY (tenant_id, request_id, position_no)'),
  ROW('key', '${prefix}consumption_replay_request_items.${prefix}cri_uk_key', 'UNIQUE (tenant_id, request_id, handler_id, event_id, item_key)'),
  ROW('key', '${prefix}consumption_replay_requests.PRIMARY', 'PRIMARY KEY (tenant_id, request_id)'),
  ROW('key', '${prefix}event_consumption.PRIMARY', 'PRIMARY KEY (tenant_id, handler_id, event_id, item_key)'),
  ROW('key', '${prefix}raw_message_quarantine.PRIMARY', 'PRIMARY KEY (tenant_id, quarantine_id)'),
  ROW('table', '${prefix}consumption_aggregate_leases', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}consumption_anomalies', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}consumption_audit', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}consumption_handler_control', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}consumption_nodes', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}consumption_replay_request_items', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}consumption_replay_requests', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}event_consumption', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin'),
  ROW('table', '${prefix}raw_message_quarantine', 'base table ENGINE = InnoDB ROW_FORMAT = Dynamic COLLATE utf8mb4_0900_bin')
  -- end of what is expected
),
-- Expressions are kept with the character set of the session that created them: left out here.
columns_of (kind, object, definition) AS (
  SELECT 'column', CONCAT(c.table_name, '.', c.column_name),
    CONCAT(c.column_type,
      COALESCE(CONCAT(' CHARACTER SET ', c.character_set_name, ' COLLATE ', c.collation_name), ''),
      IF(c.is_nullable = 'NO', ' NOT NULL', ''),
      COALESCE(CONCAT(' DEFAULT ', c.column_default), ''),
      IF(c.extra = '', '', CONCAT(' ', c.extra)),
      IF(c.generation_expression = '', '', CONCAT(' AS ',
        REGEXP_REPLACE(
          REPLACE(CONVERT(c.generation_expression USING utf8mb4), CONCAT(CHAR(92 USING utf8mb4), ''''), ''''),
          '(?<![A-Za-z0-9_])_[a-z0-9]+(?='')', '', 1, 0, 'c'))))
  FROM information_schema.columns c
  WHERE c.table_schema = DATABASE()
),
checks_of (kind, object, definition) AS (
  SELECT 'check', CONCAT(t.table_name, '.', t.constraint_name),
    CONCAT(
      REGEXP_REPLACE(
        REPLACE(CONVERT(k.check_clause USING utf8mb4), CONCAT(CHAR(92 USING utf8mb4), ''''), ''''),
        '(?<![A-Za-z0-9_])_[a-z0-9]+(?='')', '', 1, 0, 'c'),
      IF(t.enforced = 'YES', '', ' NOT ENFORCED'))
  FROM information_schema.table_constraints t
  JOIN information_schema.check_constraints k
    ON k.constraint_schema = t.constraint_schema AND k.constraint_name = t.constraint_name
  WHERE t.table_schema = DATABASE() AND t.constraint_type = 'CHECK'
),
keys_of (kind, object, definition) AS (
  SELECT 'key', CONCAT(t.table_name, '.', t.constraint_name),
    CONCAT(t.constraint_type, ' (',
      GROUP_CONCAT(k.column_name ORDER BY k.ordinal_position SEPARATOR ', '), ')',
      COALESCE(CONCAT(' REFERENCES ', MAX(k.referenced_table_name)), ''))
  FROM information_schema.table_constraints t
  JOIN information_schema.key_column_usage k
    ON k.constraint_schema = t.constraint_schema AND k.constraint_name = t.constraint_name
    AND k.table_schema = t.table_schema AND k.table_name = t.table_name
  WHERE t.table_schema = DATABASE() AND t.constraint_type <> 'CHECK'
  GROUP BY t.table_name, t.constraint_name, t.constraint_type
),
indexes_of (kind, object, definition) AS (
  SELECT 'index', CONCAT(s.table_name, '.', s.index_name),
    CONCAT(IF(s.non_unique = 0, 'unique ', ''), LOWER(s.index_type), ' (',
      GROUP_CONCAT(
        COALESCE(s.column_name, CONCAT('(', s.expression, ')')),
        COALESCE(CONCAT('(', s.sub_part, ')'), ''),
        IF(s.collation = 'D', ' DESC', '')
        ORDER BY s.seq_in_index SEPARATOR ', '), ')',
      IF(s.is_visible = 'YES', '', ' INVISIBLE'))
  FROM information_schema.statistics s
  WHERE s.table_schema = DATABASE()
  GROUP BY s.table_name, s.index_name, s.non_unique, s.index_type, s.is_visible
),
tables_of (kind, object, definition) AS (
  SELECT 'table', t.table_name,
    CONCAT(LOWER(t.table_type), COALESCE(CONCAT(' ENGINE = ', t.engine), ''),
      COALESCE(CONCAT(' ROW_FORMAT = ', t.row_format), ''),
      COALESCE(CONCAT(' COLLATE ', t.table_collation), ''))
  FROM information_schema.tables t
  WHERE t.table_schema = DATABASE()
),
actual (kind, object, definition) AS (
  SELECT kind, object, definition FROM tables_of
  UNION ALL
  SELECT kind, object, definition FROM columns_of
  UNION ALL
  SELECT kind, object, definition FROM keys_of
  UNION ALL
  SELECT kind, object, definition FROM indexes_of
  UNION ALL
  SELECT kind, object, definition FROM checks_of
),
-- Everything is compared byte for byte.
both_sides (kind, object, expected, actual) AS (
  SELECT CONVERT(kind USING utf8mb4) COLLATE utf8mb4_0900_bin,
    CONVERT(object USING utf8mb4) COLLATE utf8mb4_0900_bin,
    CONVERT(definition USING utf8mb4) COLLATE utf8mb4_0900_bin, NULL
  FROM expected
  UNION ALL
  SELECT CONVERT(kind USING utf8mb4) COLLATE utf8mb4_0900_bin,
    CONVERT(object USING utf8mb4) COLLATE utf8mb4_0900_bin,
    NULL, CONVERT(definition USING utf8mb4) COLLATE utf8mb4_0900_bin
  FROM actual
  JOIN names ON CONVERT(names.name USING utf8mb4) COLLATE utf8mb4_0900_bin
    = CONVERT(SUBSTRING_INDEX(actual.object, '.', 1) USING utf8mb4) COLLATE utf8mb4_0900_bin
)
SELECT kind, object, MAX(expected) AS expected, MAX(actual) AS actual
FROM both_sides
GROUP BY kind, object
HAVING NOT (MAX(expected) <=> MAX(actual))
ORDER BY kind, object;
