-- What the run-time account may do: read and write rows of the ledger's tables, and nothing else.
-- The account (or role) must exist. Name it when calling:
--   mysql --init-command="SET @ledger_user = 'ledger_app', @ledger_host = '%'" DATABASE < grants.sql

SET @ledger_account = CONCAT(QUOTE(@ledger_user), '@', QUOTE(@ledger_host));

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}event_consumption TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}raw_message_quarantine TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_anomalies TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_audit TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_aggregate_leases TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_nodes TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_handler_control TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_replay_requests TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

SET @ledger_grant = CONCAT(
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ${prefix}consumption_replay_request_items TO ', @ledger_account);
PREPARE ledger_grant FROM @ledger_grant;
EXECUTE ledger_grant;

DEALLOCATE PREPARE ledger_grant;
