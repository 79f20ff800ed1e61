/** The commands, one class each. */
package io.consumptionledger.cli.command;
