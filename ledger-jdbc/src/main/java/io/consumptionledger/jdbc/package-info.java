/**
 * The ledger on a database through JDBC. {@link io.consumptionledger.jdbc.JdbcLedgerStoreBuilder}
 * makes a store; {@link io.consumptionledger.jdbc.TransactionRunner} lets it take part in the
 * application's transactions.
 */
package io.consumptionledger.jdbc;
