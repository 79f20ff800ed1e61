/** Other libraries, and the SQL of two well-known patterns, doing the same kind of work. */
package io.consumptionledger.benchmarks.peers;
