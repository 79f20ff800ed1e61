-- Consumption ledger for MySQL 8.0.19 and later. Creates its tables in the current database.
-- Names: _ix_ is an index, _uk_ a unique key, _ck_ a rule. Identity and free text compare byte for
-- byte (utf8mb4_0900_bin folds and pads nothing), fixed words are ASCII. Times are UTC in DATETIME(6),
-- never TIMESTAMP, which ends in 2038 and follows the session's time zone.

CREATE TABLE ${prefix}event_consumption (
  tenant_id            varchar(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  handler_id           varchar(100)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id             varchar(200)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  item_key             varchar(200)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,

  status               varchar(16)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  wait_reason          varchar(16)   CHARACTER SET ascii COLLATE ascii_bin,
  attempt              int           NOT NULL,
  yields               int           NOT NULL DEFAULT 0,
  replay_generation    int           NOT NULL DEFAULT 0,
  replay_authorization binary(16),
  row_version          bigint        NOT NULL DEFAULT 1,

  claim_id             binary(16),
  claim_epoch          bigint        NOT NULL DEFAULT 0,
  node_id              varchar(100)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  node_incarnation     binary(16),
  lease_expires_at     datetime(6),

  -- NULL on the hot path. At most one of the three is set, so one index can serve them all: here every
  -- row has an entry in every index, also when it is NULL. The generated columns are stored, because a
  -- loose scan of an index, which finds the queues among their rows, does not work on virtual ones.
  next_attempt_at      datetime(6),
  held_since           datetime(6),
  dead_at              datetime(6),
  cold_kind            char(4)       CHARACTER SET ascii COLLATE ascii_bin AS (
    CASE WHEN next_attempt_at IS NOT NULL THEN 'DUE' WHEN held_since IS NOT NULL THEN 'HELD'
      WHEN dead_at IS NOT NULL THEN 'DEAD' END) STORED,
  cold_at              datetime(6)   AS (
    CASE WHEN next_attempt_at IS NOT NULL THEN next_attempt_at WHEN held_since IS NOT NULL THEN held_since
      WHEN dead_at IS NOT NULL THEN received_at END) STORED,

  received_at          datetime(6)   NOT NULL,
  updated_at           datetime(6)   NOT NULL,

  event_type           varchar(200)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  aggregate_type       varchar(100)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  aggregate_id         varchar(200)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  sequence_no          bigint,
  -- The place in the aggregate of an ordered handler, and the same again while the row is unresolved.
  -- open_aggregate names tenant, handler and aggregate then. Of all other rows the index holds no text.
  order_seq            bigint,
  open_seq             bigint,
  open_aggregate       varchar(467)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin AS (
    CASE WHEN open_seq IS NOT NULL
      THEN CONCAT_WS(CHAR(31 USING utf8mb4), tenant_id, handler_id, aggregate_type, aggregate_id) END) VIRTUAL,
  topic                varchar(249)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  partition_no         int,
  offset_no            bigint,
  broker_timestamp     datetime(6),

  payload_sha256       binary(32),
  payload_state        varchar(16)   CHARACTER SET ascii COLLATE ascii_bin,
  payload              longblob,
  headers              longblob,
  raw_key              longblob,

  error_class          varchar(16)   CHARACTER SET ascii COLLATE ascii_bin,
  error_type           varchar(200)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  error_code           varchar(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  error_fingerprint    char(64)      CHARACTER SET ascii COLLATE ascii_bin,
  error_message        varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,

  closed_by            varchar(100)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  closed_reason        varchar(500)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,

  PRIMARY KEY (tenant_id, handler_id, event_id, item_key),

  CONSTRAINT ${prefix}ec_ck_status CHECK (
    status IN ('PROCESSING', 'SUCCEEDED', 'RETRY_SCHEDULED', 'DEAD_LETTER', 'DISCARDED')),
  CONSTRAINT ${prefix}ec_ck_counts CHECK (
    attempt >= 0 AND yields >= 0 AND replay_generation >= 0 AND row_version >= 1 AND claim_epoch >= 0),
  CONSTRAINT ${prefix}ec_ck_lease CHECK ((status = 'PROCESSING') = (lease_expires_at IS NOT NULL)),
  CONSTRAINT ${prefix}ec_ck_owner CHECK (
    status <> 'PROCESSING' OR (claim_id IS NOT NULL AND node_id IS NOT NULL AND attempt >= 1)),
  CONSTRAINT ${prefix}ec_ck_node CHECK ((node_id IS NULL) = (node_incarnation IS NULL)),
  CONSTRAINT ${prefix}ec_ck_held CHECK (held_since IS NULL OR status = 'PROCESSING'),
  CONSTRAINT ${prefix}ec_ck_wait_reason CHECK (
    wait_reason IN ('FAILURE', 'ORDER', 'YIELD', 'RECOVERED', 'REPLAY')),
  CONSTRAINT ${prefix}ec_ck_waits CHECK ((status = 'RETRY_SCHEDULED') = (wait_reason IS NOT NULL)),
  CONSTRAINT ${prefix}ec_ck_due CHECK (
    (next_attempt_at IS NULL OR wait_reason IS NOT NULL)
    AND (wait_reason IS NULL OR wait_reason = 'ORDER' OR next_attempt_at IS NOT NULL)),
  CONSTRAINT ${prefix}ec_ck_wait_error CHECK (
    wait_reason NOT IN ('FAILURE', 'REPLAY') OR error_class IS NOT NULL),
  CONSTRAINT ${prefix}ec_ck_dead CHECK ((status = 'DEAD_LETTER') = (dead_at IS NOT NULL)),
  CONSTRAINT ${prefix}ec_ck_dead_error CHECK (status <> 'DEAD_LETTER' OR error_class IS NOT NULL),
  CONSTRAINT ${prefix}ec_ck_succeeded CHECK (
    status <> 'SUCCEEDED' OR (error_class IS NULL AND payload_state IS NULL)),
  CONSTRAINT ${prefix}ec_ck_discarded CHECK (status <> 'DISCARDED' OR closed_by IS NOT NULL),
  CONSTRAINT ${prefix}ec_ck_closed CHECK ((closed_by IS NULL) = (closed_reason IS NULL)),
  CONSTRAINT ${prefix}ec_ck_payload_state CHECK (
    payload_state IN ('STORED', 'TOMBSTONE', 'TRUNCATED')),
  CONSTRAINT ${prefix}ec_ck_stored CHECK (
    status NOT IN ('RETRY_SCHEDULED', 'DEAD_LETTER') OR payload_state IS NOT NULL),
  CONSTRAINT ${prefix}ec_ck_content CHECK (
    payload_state IS NOT NULL OR (payload IS NULL AND headers IS NULL AND raw_key IS NULL)),
  CONSTRAINT ${prefix}ec_ck_payload CHECK (
    payload_state IS NULL OR (payload_state = 'TOMBSTONE') = (payload IS NULL)),
  CONSTRAINT ${prefix}ec_ck_error_class CHECK (
    error_class IN ('RETRYABLE', 'POISON', 'UNRECOVERABLE', 'CONFLICT', 'CRASH_LOOP')),
  CONSTRAINT ${prefix}ec_ck_error CHECK (
    (error_class IS NULL) = (error_type IS NULL)
    AND (error_class IS NULL) = (error_fingerprint IS NULL)
    AND (error_class IS NOT NULL OR (error_code IS NULL AND error_message IS NULL))),
  CONSTRAINT ${prefix}ec_ck_aggregate CHECK ((aggregate_type IS NULL) = (aggregate_id IS NULL)),
  CONSTRAINT ${prefix}ec_ck_order CHECK (order_seq IS NULL OR aggregate_id IS NOT NULL),
  CONSTRAINT ${prefix}ec_ck_open CHECK (
    (open_seq IS NOT NULL)
      = (order_seq IS NOT NULL AND status IN ('PROCESSING', 'RETRY_SCHEDULED', 'DEAD_LETTER'))
    AND (open_seq IS NULL OR open_seq = order_seq)),
  CONSTRAINT ${prefix}ec_ck_turn CHECK (
    wait_reason IS NULL OR wait_reason <> 'ORDER' OR order_seq IS NOT NULL),
  CONSTRAINT ${prefix}ec_ck_position CHECK (partition_no >= 0 AND offset_no >= 0)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE INDEX ${prefix}ec_ix_cold ON ${prefix}event_consumption (cold_kind, handler_id, tenant_id, cold_at);
CREATE INDEX ${prefix}ec_ix_open ON ${prefix}event_consumption (open_aggregate, open_seq);
CREATE INDEX ${prefix}ec_ix_received ON ${prefix}event_consumption (tenant_id, handler_id, received_at);

-- Messages without a key, exactly as they came. A payload of NULL is a tombstone.
CREATE TABLE ${prefix}raw_message_quarantine (
  tenant_id         varchar(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  quarantine_id     char(64)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  handler_id        varchar(100)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  topic             varchar(249)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  partition_no      int,
  offset_no         bigint,
  broker_timestamp  datetime(6),
  headers           longblob      NOT NULL,
  raw_key           longblob,
  payload           longblob,
  payload_sha256    binary(32)    NOT NULL,
  error_class       varchar(16)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  error_type        varchar(200)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  error_code        varchar(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  error_fingerprint char(64)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  error_message     varchar(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  received_at       datetime(6)   NOT NULL,
  resolution        varchar(16)   CHARACTER SET ascii COLLATE ascii_bin,
  resolved_by       varchar(100)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  resolved_reason   varchar(500)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  resolved_at       datetime(6),

  PRIMARY KEY (tenant_id, quarantine_id),
  CONSTRAINT ${prefix}rmq_ck_error_class CHECK (
    error_class IN ('RETRYABLE', 'POISON', 'UNRECOVERABLE', 'CONFLICT', 'CRASH_LOOP')),
  CONSTRAINT ${prefix}rmq_ck_position CHECK (partition_no >= 0 AND offset_no >= 0),
  CONSTRAINT ${prefix}rmq_ck_resolution CHECK (
    resolution IN ('RESOLVED', 'DISCARDED', 'REPLAYED')),
  CONSTRAINT ${prefix}rmq_ck_resolved CHECK (
    (resolved_by IS NULL) = (resolution IS NULL)
    AND (resolved_by IS NULL) = (resolved_reason IS NULL)
    AND (resolved_by IS NULL) = (resolved_at IS NULL))
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE INDEX ${prefix}rmq_ix_received ON ${prefix}raw_message_quarantine (tenant_id, received_at, quarantine_id);
CREATE INDEX ${prefix}rmq_ix_resolved ON ${prefix}raw_message_quarantine (tenant_id, resolved_at);

-- What should not happen, once per claim and kind.
CREATE TABLE ${prefix}consumption_anomalies (
  tenant_id   varchar(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  handler_id  varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id    varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  item_key    varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  claim_epoch bigint       NOT NULL,
  kind        varchar(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  detail      varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  seen_at     datetime(6)  NOT NULL,

  PRIMARY KEY (tenant_id, handler_id, event_id, item_key, claim_epoch, kind),
  CONSTRAINT ${prefix}can_ck_epoch CHECK (claim_epoch >= 0)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE INDEX ${prefix}can_ix_seen ON ${prefix}consumption_anomalies (tenant_id, seen_at);

-- Who did and who looked at what, only ever appended to. The key columns are NULL where an action
-- is not about a single row.
CREATE TABLE ${prefix}consumption_audit (
  audit_id      bigint       NOT NULL AUTO_INCREMENT,
  tenant_id     varchar(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  handler_id    varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  event_id      varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  item_key      varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  quarantine_id char(64)     CHARACTER SET ascii COLLATE ascii_bin,
  action        varchar(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  actor         varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  second_actor  varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  reason        varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  detail        text         CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  at_time       datetime(6)  NOT NULL,

  PRIMARY KEY (audit_id),
  CONSTRAINT ${prefix}cau_ck_key CHECK (
    (event_id IS NULL) = (item_key IS NULL) AND (event_id IS NULL OR handler_id IS NOT NULL))
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE INDEX ${prefix}cau_ix_key
  ON ${prefix}consumption_audit (tenant_id, handler_id, event_id, item_key, audit_id);
CREATE INDEX ${prefix}cau_ix_time ON ${prefix}consumption_audit (tenant_id, at_time, audit_id);

-- One row per aggregate of an ordered handler, locked by whoever starts, ends or frees one of its rows.
-- claim_id is the token of the row in PROCESSING, whose lease is the only one.
CREATE TABLE ${prefix}consumption_aggregate_leases (
  tenant_id        varchar(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  handler_id       varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  aggregate_type   varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  aggregate_id     varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  claim_id         binary(16),
  settled_seq      bigint,
  arrival_seq      bigint       NOT NULL DEFAULT 0,
  updated_at       datetime(6)  NOT NULL,

  PRIMARY KEY (tenant_id, handler_id, aggregate_type, aggregate_id),
  CONSTRAINT ${prefix}cal_ck_arrival CHECK (arrival_seq >= 0)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- The nodes that have run, one row per start.
CREATE TABLE ${prefix}consumption_nodes (
  node_id          varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  node_incarnation binary(16)   NOT NULL,
  started_at       datetime(6)  NOT NULL,
  renewed_at       datetime(6)  NOT NULL,
  stopped_at       datetime(6),

  PRIMARY KEY (node_id, node_incarnation)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- Handlers that are or were paused. A pause whose end has passed is none.
CREATE TABLE ${prefix}consumption_handler_control (
  tenant_id   varchar(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  handler_id  varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  mode        varchar(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  changed_by  varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  reason      varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  changed_at  datetime(6)  NOT NULL,
  resumes_at  datetime(6),
  row_version bigint       NOT NULL DEFAULT 1,

  PRIMARY KEY (tenant_id, handler_id),
  CONSTRAINT ${prefix}chc_ck_mode CHECK (mode IN ('RUNNING', 'PAUSED')),
  CONSTRAINT ${prefix}chc_ck_resumes CHECK (resumes_at IS NULL OR mode = 'PAUSED'),
  CONSTRAINT ${prefix}chc_ck_version CHECK (row_version >= 1)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

-- Replays that somebody asked for, bound to the rows below by their hash. Unless two_people says that one person is
-- enough, another person approves.
CREATE TABLE ${prefix}consumption_replay_requests (
  tenant_id        varchar(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  request_id       binary(16)   NOT NULL,
  state            varchar(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  requester        varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  reason           varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  selection        varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  two_people       boolean      NOT NULL,
  requested_at     datetime(6)  NOT NULL,
  item_count       int          NOT NULL,
  selection_sha256 binary(32)   NOT NULL,
  decided_by       varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  decided_at       datetime(6),
  finished_at      datetime(6),
  row_version      bigint       NOT NULL DEFAULT 1,

  PRIMARY KEY (tenant_id, request_id),
  CONSTRAINT ${prefix}crr_ck_state CHECK (
    state IN ('REQUESTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'FINISHED')),
  CONSTRAINT ${prefix}crr_ck_decided CHECK (
    (state = 'REQUESTED') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT ${prefix}crr_ck_finished CHECK (
    (state IN ('REJECTED', 'CANCELLED', 'FINISHED')) = (finished_at IS NOT NULL)),
  CONSTRAINT ${prefix}crr_ck_two_people CHECK (
    NOT two_people OR state IN ('REJECTED', 'CANCELLED') OR decided_by <> requester),
  CONSTRAINT ${prefix}crr_ck_counts CHECK (item_count >= 1 AND row_version >= 1)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;

CREATE INDEX ${prefix}crr_ix_requested ON ${prefix}consumption_replay_requests (tenant_id, requested_at, request_id);
CREATE INDEX ${prefix}crr_ix_finished ON ${prefix}consumption_replay_requests (tenant_id, finished_at);

-- The rows a request is bound to, in its order, and what became of each.
CREATE TABLE ${prefix}consumption_replay_request_items (
  tenant_id   varchar(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  request_id  binary(16)   NOT NULL,
  position_no int          NOT NULL,
  handler_id  varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id    varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  item_key    varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  row_version bigint       NOT NULL,
  outcome     varchar(32)  CHARACTER SET ascii COLLATE ascii_bin,
  detail      varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,

  PRIMARY KEY (tenant_id, request_id, position_no),
  CONSTRAINT ${prefix}cri_uk_key UNIQUE (tenant_id, request_id, handler_id, event_id, item_key),
  CONSTRAINT ${prefix}cri_ck_counts CHECK (position_no >= 0 AND row_version >= 1),
  CONSTRAINT ${prefix}cri_ck_outcome CHECK (
    outcome IN ('SCHEDULED', 'CHANGED', 'BLOCKED', 'REFUSED', 'FAILED'))
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;
