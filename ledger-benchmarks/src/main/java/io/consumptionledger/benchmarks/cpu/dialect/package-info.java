/** A database that is not there, with the shape of one product's answers. */
package io.consumptionledger.benchmarks.cpu.dialect;
