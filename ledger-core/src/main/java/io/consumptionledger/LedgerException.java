package io.consumptionledger;

/** The base of the ledger's own exceptions. */
public abstract class LedgerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened; holds no payload and no secret
   * @param cause what was thrown, may be null
   */
  protected LedgerException(String message, Throwable cause) {
    super(message, cause);
  }
}
