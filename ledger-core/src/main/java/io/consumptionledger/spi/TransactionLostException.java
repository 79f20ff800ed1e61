package io.consumptionledger.spi;

import io.consumptionledger.StoreException;

/** What was done in a transaction may be gone although the transaction goes on. */
public class TransactionLostException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what happened
   * @param cause the error that did it, or null if the handler hid it
   */
  public TransactionLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
