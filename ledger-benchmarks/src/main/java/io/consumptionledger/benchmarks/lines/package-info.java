/** What is measured: the ledger, and the same work written by hand. */
package io.consumptionledger.benchmarks.lines;
