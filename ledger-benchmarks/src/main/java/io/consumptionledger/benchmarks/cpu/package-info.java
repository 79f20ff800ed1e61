/** What costs CPU only, measured with JMH. */
package io.consumptionledger.benchmarks.cpu;
