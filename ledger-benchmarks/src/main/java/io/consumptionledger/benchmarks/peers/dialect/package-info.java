/** What the peers must be told about each database product. */
package io.consumptionledger.benchmarks.peers.dialect;
