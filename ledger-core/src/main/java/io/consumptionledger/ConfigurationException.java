package io.consumptionledger;

/** The ledger cannot start as it is set up. The message says what to change. */
public class ConfigurationException extends LedgerException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is wrong and what would be right
   */
  public ConfigurationException(String message) {
    super(message, null);
  }

  /**
   * Creates the exception.
   *
   * @param message what is wrong and what would be right
   * @param cause what was thrown, may be null
   */
  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
