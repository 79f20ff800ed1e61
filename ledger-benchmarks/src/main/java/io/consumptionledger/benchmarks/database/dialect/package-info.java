/** What differs between database products; the only place here that names one. */
package io.consumptionledger.benchmarks.database.dialect;
