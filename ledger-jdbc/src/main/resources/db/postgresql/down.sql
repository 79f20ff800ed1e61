-- Removes the consumption ledger from the current schema, with everything in it.

DROP TABLE IF EXISTS ${prefix}consumption_replay_request_items;
DROP TABLE IF EXISTS ${prefix}consumption_replay_requests;
DROP TABLE IF EXISTS ${prefix}consumption_handler_control;
DROP TABLE IF EXISTS ${prefix}consumption_nodes;
DROP TABLE IF EXISTS ${prefix}consumption_aggregate_leases;
DROP TABLE IF EXISTS ${prefix}consumption_audit;
DROP TABLE IF EXISTS ${prefix}consumption_anomalies;
DROP TABLE IF EXISTS ${prefix}raw_message_quarantine;
DROP TABLE IF EXISTS ${prefix}event_consumption;
