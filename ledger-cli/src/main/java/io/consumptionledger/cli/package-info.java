/** The command line of the ledger. */
package io.consumptionledger.cli;
