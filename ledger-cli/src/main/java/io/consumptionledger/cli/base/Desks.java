package io.consumptionledger.cli.base;

/** Opens ledgers. */
@FunctionalInterface
public interface Desks {
  /**
   * Opens a ledger and finds out who is logged in.
   *
   * @param connecting what the command line says
   * @param environment where a password may come from
   * @return the ledger, to be closed
   * @throws CommandException if the connection is described wrongly or the database is not there
   * @throws io.consumptionledger.LedgerException if the database cannot be used as it is
   */
  Desk open(Connecting connecting, Environment environment);
}
