/** What the help says about database products. */
package io.consumptionledger.cli.dialect;
