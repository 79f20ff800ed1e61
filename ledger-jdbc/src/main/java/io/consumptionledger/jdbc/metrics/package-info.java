/**
 * Counters, timers and gauges of a ledger for Micrometer, which this package needs and no other.
 * The meters, their units and suggested alerts are listed in {@code docs/metrics.md}.
 */
package io.consumptionledger.jdbc.metrics;
