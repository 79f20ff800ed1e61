package io.consumptionledger;

/**
 * The store could not carry out or decide an operation: no connection, a time-out, an error of the
 * database. Never used for a conflict between two writers.
 */
public class StoreException extends LedgerException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what failed, with the key if there is one
   * @param cause what was thrown, may be null
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
