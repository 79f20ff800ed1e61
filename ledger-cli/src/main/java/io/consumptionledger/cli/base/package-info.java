/** What all commands share: the connection, who is logged in, exit codes. */
package io.consumptionledger.cli.base;
