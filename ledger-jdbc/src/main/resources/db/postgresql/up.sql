-- Consumption ledger for PostgreSQL 14 and later. Creates its tables in the current schema.
-- Names: <table>_pk is a primary key, _ix_ an index, _ck_ a rule. No index mentions status or
-- lease_expires_at, so that renewing and settling a row rewrites no index.

CREATE TABLE ${prefix}event_consumption (
  tenant_id            varchar(64)    COLLATE "C" NOT NULL,
  handler_id           varchar(100)   COLLATE "C" NOT NULL,
  event_id             varchar(200)   COLLATE "C" NOT NULL,
  item_key             varchar(200)   COLLATE "C" NOT NULL,

  status               varchar(16)    COLLATE "C" NOT NULL,
  wait_reason          varchar(16)    COLLATE "C",
  attempt              integer        NOT NULL,
  yields               integer        NOT NULL DEFAULT 0,
  replay_generation    integer        NOT NULL DEFAULT 0,
  replay_authorization uuid,
  row_version          bigint         NOT NULL DEFAULT 1,

  claim_id             uuid,
  claim_epoch          bigint         NOT NULL DEFAULT 0,
  node_id              varchar(100)   COLLATE "C",
  node_incarnation     uuid,
  lease_expires_at     timestamptz(6),

  -- NULL on the hot path, so that their partial indexes hold unfinished rows only.
  next_attempt_at      timestamptz(6),
  held_since           timestamptz(6),
  dead_at              timestamptz(6),

  received_at          timestamptz(6) NOT NULL,
  updated_at           timestamptz(6) NOT NULL,

  event_type           varchar(200)   COLLATE "C",
  aggregate_type       varchar(100)   COLLATE "C",
  aggregate_id         varchar(200)   COLLATE "C",
  sequence_no          bigint,
  -- The place in the aggregate of an ordered handler, and the same again while the row is unresolved.
  order_seq            bigint,
  open_seq             bigint,
  topic                varchar(249)   COLLATE "C",
  partition_no         integer,
  offset_no            bigint,
  broker_timestamp     timestamptz(6),

  payload_sha256       bytea,
  payload_state        varchar(16)    COLLATE "C",
  payload              bytea,
  headers              bytea,
  raw_key              bytea,

  error_class          varchar(16)    COLLATE "C",
  error_type           varchar(200)   COLLATE "C",
  error_code           varchar(64)    COLLATE "C",
  error_fingerprint    char(64)       COLLATE "C",
  error_message        varchar(2048)  COLLATE "C",

  closed_by            varchar(100)   COLLATE "C",
  closed_reason        varchar(500)   COLLATE "C",

  CONSTRAINT ${prefix}ec_pk PRIMARY KEY (tenant_id, handler_id, event_id, item_key),

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
  CONSTRAINT ${prefix}ec_ck_hash_length CHECK (octet_length(payload_sha256) = 32),
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
) WITH (fillfactor = 85);

CREATE INDEX ${prefix}ec_ix_due ON ${prefix}event_consumption (handler_id, tenant_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX ${prefix}ec_ix_dead ON ${prefix}event_consumption (tenant_id, handler_id, received_at)
  WHERE dead_at IS NOT NULL;
CREATE INDEX ${prefix}ec_ix_held ON ${prefix}event_consumption (handler_id, held_since)
  WHERE held_since IS NOT NULL;
CREATE INDEX ${prefix}ec_ix_open
  ON ${prefix}event_consumption (tenant_id, handler_id, aggregate_type, aggregate_id, open_seq)
  WHERE open_seq IS NOT NULL;
-- Holds every row. The condition, which is always true, keeps it from being chosen for a statement that
-- names a key and no time: while the table has no statistics, it would look as good as the primary key.
CREATE INDEX ${prefix}ec_ix_received ON ${prefix}event_consumption (tenant_id, handler_id, received_at)
  WHERE received_at IS NOT NULL;

-- Messages without a key, exactly as they came. A payload of NULL is a tombstone.
CREATE TABLE ${prefix}raw_message_quarantine (
  tenant_id         varchar(64)    COLLATE "C" NOT NULL,
  quarantine_id     char(64)       COLLATE "C" NOT NULL,
  handler_id        varchar(100)   COLLATE "C" NOT NULL,
  topic             varchar(249)   COLLATE "C",
  partition_no      integer,
  offset_no         bigint,
  broker_timestamp  timestamptz(6),
  headers           bytea          NOT NULL,
  raw_key           bytea,
  payload           bytea,
  payload_sha256    bytea          NOT NULL,
  error_class       varchar(16)    COLLATE "C" NOT NULL,
  error_type        varchar(200)   COLLATE "C" NOT NULL,
  error_code        varchar(64)    COLLATE "C",
  error_fingerprint char(64)       COLLATE "C" NOT NULL,
  error_message     varchar(2048)  COLLATE "C",
  received_at       timestamptz(6) NOT NULL,
  resolution        varchar(16)    COLLATE "C",
  resolved_by       varchar(100)   COLLATE "C",
  resolved_reason   varchar(500)   COLLATE "C",
  resolved_at       timestamptz(6),

  CONSTRAINT ${prefix}rmq_pk PRIMARY KEY (tenant_id, quarantine_id),
  CONSTRAINT ${prefix}rmq_ck_error_class CHECK (
    error_class IN ('RETRYABLE', 'POISON', 'UNRECOVERABLE', 'CONFLICT', 'CRASH_LOOP')),
  CONSTRAINT ${prefix}rmq_ck_hash_length CHECK (octet_length(payload_sha256) = 32),
  CONSTRAINT ${prefix}rmq_ck_position CHECK (partition_no >= 0 AND offset_no >= 0),
  CONSTRAINT ${prefix}rmq_ck_resolution CHECK (
    resolution IN ('RESOLVED', 'DISCARDED', 'REPLAYED')),
  CONSTRAINT ${prefix}rmq_ck_resolved CHECK (
    (resolved_by IS NULL) = (resolution IS NULL)
    AND (resolved_by IS NULL) = (resolved_reason IS NULL)
    AND (resolved_by IS NULL) = (resolved_at IS NULL))
);

CREATE INDEX ${prefix}rmq_ix_received ON ${prefix}raw_message_quarantine (tenant_id, received_at, quarantine_id)
  WHERE received_at IS NOT NULL;
CREATE INDEX ${prefix}rmq_ix_resolved ON ${prefix}raw_message_quarantine (tenant_id, resolved_at)
  WHERE resolved_at IS NOT NULL;

-- What should not happen, once per claim and kind.
CREATE TABLE ${prefix}consumption_anomalies (
  tenant_id   varchar(64)    COLLATE "C" NOT NULL,
  handler_id  varchar(100)   COLLATE "C" NOT NULL,
  event_id    varchar(200)   COLLATE "C" NOT NULL,
  item_key    varchar(200)   COLLATE "C" NOT NULL,
  claim_epoch bigint         NOT NULL,
  kind        varchar(32)    COLLATE "C" NOT NULL,
  detail      varchar(500)   COLLATE "C",
  seen_at     timestamptz(6) NOT NULL,

  CONSTRAINT ${prefix}can_pk PRIMARY KEY (tenant_id, handler_id, event_id, item_key, claim_epoch, kind),
  CONSTRAINT ${prefix}can_ck_epoch CHECK (claim_epoch >= 0)
);

CREATE INDEX ${prefix}can_ix_seen ON ${prefix}consumption_anomalies (tenant_id, seen_at);

-- Who did and who looked at what, only ever appended to. The key columns are NULL where an action
-- is not about a single row.
CREATE TABLE ${prefix}consumption_audit (
  audit_id      bigint         GENERATED ALWAYS AS IDENTITY,
  tenant_id     varchar(64)    COLLATE "C" NOT NULL,
  handler_id    varchar(100)   COLLATE "C",
  event_id      varchar(200)   COLLATE "C",
  item_key      varchar(200)   COLLATE "C",
  quarantine_id char(64)       COLLATE "C",
  action        varchar(32)    COLLATE "C" NOT NULL,
  actor         varchar(100)   COLLATE "C" NOT NULL,
  second_actor  varchar(100)   COLLATE "C",
  reason        varchar(500)   COLLATE "C",
  detail        text           COLLATE "C",
  at_time       timestamptz(6) NOT NULL,

  CONSTRAINT ${prefix}cau_pk PRIMARY KEY (audit_id),
  CONSTRAINT ${prefix}cau_ck_key CHECK (
    (event_id IS NULL) = (item_key IS NULL) AND (event_id IS NULL OR handler_id IS NOT NULL))
);

CREATE INDEX ${prefix}cau_ix_key
  ON ${prefix}consumption_audit (tenant_id, handler_id, event_id, item_key, audit_id);
CREATE INDEX ${prefix}cau_ix_time ON ${prefix}consumption_audit (tenant_id, at_time, audit_id);

-- One row per aggregate of an ordered handler, locked by whoever starts, ends or frees one of its rows.
-- claim_id is the token of the row in PROCESSING, whose lease is the only one.
CREATE TABLE ${prefix}consumption_aggregate_leases (
  tenant_id        varchar(64)    COLLATE "C" NOT NULL,
  handler_id       varchar(100)   COLLATE "C" NOT NULL,
  aggregate_type   varchar(100)   COLLATE "C" NOT NULL,
  aggregate_id     varchar(200)   COLLATE "C" NOT NULL,
  claim_id         uuid,
  settled_seq      bigint,
  arrival_seq      bigint         NOT NULL DEFAULT 0,
  updated_at       timestamptz(6) NOT NULL,

  CONSTRAINT ${prefix}cal_pk PRIMARY KEY (tenant_id, handler_id, aggregate_type, aggregate_id),
  CONSTRAINT ${prefix}cal_ck_arrival CHECK (arrival_seq >= 0)
);

-- The nodes that have run, one row per start.
CREATE TABLE ${prefix}consumption_nodes (
  node_id          varchar(100)   COLLATE "C" NOT NULL,
  node_incarnation uuid           NOT NULL,
  started_at       timestamptz(6) NOT NULL,
  renewed_at       timestamptz(6) NOT NULL,
  stopped_at       timestamptz(6),

  CONSTRAINT ${prefix}cno_pk PRIMARY KEY (node_id, node_incarnation)
);

-- Handlers that are or were paused. A pause whose end has passed is none.
CREATE TABLE ${prefix}consumption_handler_control (
  tenant_id   varchar(64)    COLLATE "C" NOT NULL,
  handler_id  varchar(100)   COLLATE "C" NOT NULL,
  mode        varchar(16)    COLLATE "C" NOT NULL,
  changed_by  varchar(100)   COLLATE "C" NOT NULL,
  reason      varchar(500)   COLLATE "C" NOT NULL,
  changed_at  timestamptz(6) NOT NULL,
  resumes_at  timestamptz(6),
  row_version bigint         NOT NULL DEFAULT 1,

  CONSTRAINT ${prefix}chc_pk PRIMARY KEY (tenant_id, handler_id),
  CONSTRAINT ${prefix}chc_ck_mode CHECK (mode IN ('RUNNING', 'PAUSED')),
  CONSTRAINT ${prefix}chc_ck_resumes CHECK (resumes_at IS NULL OR mode = 'PAUSED'),
  CONSTRAINT ${prefix}chc_ck_version CHECK (row_version >= 1)
);

-- Replays that somebody asked for, bound to the rows below by their hash. Unless two_people says that one person is
-- enough, another person approves.
CREATE TABLE ${prefix}consumption_replay_requests (
  tenant_id        varchar(64)    COLLATE "C" NOT NULL,
  request_id       uuid           NOT NULL,
  state            varchar(16)    COLLATE "C" NOT NULL,
  requester        varchar(100)   COLLATE "C" NOT NULL,
  reason           varchar(500)   COLLATE "C" NOT NULL,
  selection        varchar(1000)  COLLATE "C" NOT NULL,
  two_people       boolean        NOT NULL,
  requested_at     timestamptz(6) NOT NULL,
  item_count       integer        NOT NULL,
  selection_sha256 bytea          NOT NULL,
  decided_by       varchar(100)   COLLATE "C",
  decided_at       timestamptz(6),
  finished_at      timestamptz(6),
  row_version      bigint         NOT NULL DEFAULT 1,

  CONSTRAINT ${prefix}crr_pk PRIMARY KEY (tenant_id, request_id),
  CONSTRAINT ${prefix}crr_ck_state CHECK (
    state IN ('REQUESTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'FINISHED')),
  CONSTRAINT ${prefix}crr_ck_decided CHECK (
    (state = 'REQUESTED') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT ${prefix}crr_ck_finished CHECK (
    (state IN ('REJECTED', 'CANCELLED', 'FINISHED')) = (finished_at IS NOT NULL)),
  CONSTRAINT ${prefix}crr_ck_two_people CHECK (
    NOT two_people OR state IN ('REJECTED', 'CANCELLED') OR decided_by <> requester),
  CONSTRAINT ${prefix}crr_ck_counts CHECK (item_count >= 1 AND row_version >= 1),
  CONSTRAINT ${prefix}crr_ck_hash_length CHECK (octet_length(selection_sha256) = 32)
);

CREATE INDEX ${prefix}crr_ix_requested ON ${prefix}consumption_replay_requests (tenant_id, requested_at, request_id);
CREATE INDEX ${prefix}crr_ix_finished ON ${prefix}consumption_replay_requests (tenant_id, finished_at)
  WHERE finished_at IS NOT NULL;

-- The rows a request is bound to, in its order, and what became of each.
CREATE TABLE ${prefix}consumption_replay_request_items (
  tenant_id   varchar(64)  COLLATE "C" NOT NULL,
  request_id  uuid         NOT NULL,
  position_no integer      NOT NULL,
  handler_id  varchar(100) COLLATE "C" NOT NULL,
  event_id    varchar(200) COLLATE "C" NOT NULL,
  item_key    varchar(200) COLLATE "C" NOT NULL,
  row_version bigint       NOT NULL,
  outcome     varchar(32)  COLLATE "C",
  detail      varchar(500) COLLATE "C",

  CONSTRAINT ${prefix}cri_pk PRIMARY KEY (tenant_id, request_id, position_no),
  CONSTRAINT ${prefix}cri_uk_key UNIQUE (tenant_id, request_id, handler_id, event_id, item_key),
  CONSTRAINT ${prefix}cri_ck_counts CHECK (position_no >= 0 AND row_version >= 1),
  CONSTRAINT ${prefix}cri_ck_outcome CHECK (
    outcome IN ('SCHEDULED', 'CHANGED', 'BLOCKED', 'REFUSED', 'FAILED'))
);
