/** Measures the ledger beside hand-written JDBC and beside its peers. Not published, no API. */
package io.consumptionledger.benchmarks;
