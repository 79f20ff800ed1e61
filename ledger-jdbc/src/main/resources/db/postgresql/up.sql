-- Consumption ledger for PostgreSQL 14 and later. Creates its tables in the current schema.

CREATE TABLE ${prefix}event_consumption (
  tenant_id            varchar(64)  COLLATE "C" NOT NULL,
  handler_id           varchar(100) COLLATE "C" NOT NULL,
  event_id             varchar(200) COLLATE "C" NOT NULL,
  item_key             varchar(200) COLLATE "C" NOT NULL,

  status               varchar(16)  COLLATE "C" NOT NULL,
  wait_reason          varchar(16)  COLLATE "C",
  attempt              integer      NOT NULL,
  yields               integer      NOT NULL DEFAULT 0,
  replay_generation    integer      NOT NULL DEFAULT 0,
  replay_authorization uuid,
  row_version          bigint       NOT NULL DEFAULT 1,

  claim_id             uuid,
  claim_epoch          bigint       NOT NULL DEFAULT 0,
  node_id              varchar(100) COLLATE "C",
  node_incarnation     uuid,
  lease_expires_at     timestamptz(6),

  -- NULL on the hot path, so that their partial indexes hold unfinished rows only.
  next_attempt_at      timestamptz(6),
  held_since           timestamptz(6),
  dead_at              timestamptz(6),

  received_at          timestamptz(6) NOT NULL,
  updated_at           timestamptz(6) NOT NULL,

  event_type           varchar(200) COLLATE "C",
  aggregate_type       varchar(100) COLLATE "C",
  aggregate_id         varchar(200) COLLATE "C",
  sequence_no          bigint,
  topic                varchar(249) COLLATE "C",
  partition_no         integer,
  offset_no            bigint,
  broker_timestamp     timestamptz(6),

  payload_sha256       bytea,
  payload_state        varchar(16)  COLLATE "C",
  payload              bytea,
  headers              bytea,
  raw_key              bytea,

  error_class          varchar(16)  COLLATE "C",
  error_type           varchar(200) COLLATE "C",
  error_code           varchar(64)  COLLATE "C",
  error_fingerprint    char(64)     COLLATE "C",
  error_message        varchar(2048) COLLATE "C",

  closed_by            varchar(100) COLLATE "C",
  closed_reason        varchar(500) COLLATE "C",

  CONSTRAINT ${prefix}event_consumption_pk PRIMARY KEY (tenant_id, handler_id, event_id, item_key)
) WITH (fillfactor = 85);
