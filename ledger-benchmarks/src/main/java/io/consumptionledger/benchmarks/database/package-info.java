/** The database that is measured on: how it is reached, set up, watched. */
package io.consumptionledger.benchmarks.database;
