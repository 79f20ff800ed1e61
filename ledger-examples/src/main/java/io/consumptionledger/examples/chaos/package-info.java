/** Several node processes on one database, and what a bad night does to them. */
package io.consumptionledger.examples.chaos;
