-- What the run-time role may do: read and write rows of the ledger's tables, and nothing else.
-- The role must exist. Name it when calling:   psql -v role=ledger_app -f grants.sql
-- The identity column of consumption_audit needs no right on its sequence.

SELECT current_schema() AS ledger_schema \gset

GRANT USAGE ON SCHEMA :"ledger_schema" TO :"role";

GRANT SELECT, INSERT, UPDATE, DELETE ON
  ${prefix}event_consumption,
  ${prefix}raw_message_quarantine,
  ${prefix}consumption_anomalies,
  ${prefix}consumption_audit,
  ${prefix}consumption_aggregate_leases,
  ${prefix}consumption_nodes,
  ${prefix}consumption_handler_control,
  ${prefix}consumption_replay_requests,
  ${prefix}consumption_replay_request_items
TO :"role";
