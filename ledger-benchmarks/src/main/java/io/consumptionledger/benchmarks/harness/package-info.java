/** What is the same for all that is measured: callers, rounds, statistics, tables. */
package io.consumptionledger.benchmarks.harness;
