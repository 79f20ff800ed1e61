/** What the commands show, for people and for machines. */
package io.consumptionledger.cli.output;
