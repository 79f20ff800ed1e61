/** What the suite must know about each database product; the only place here that names one. */
package io.consumptionledger.conformance.database.dialect;
