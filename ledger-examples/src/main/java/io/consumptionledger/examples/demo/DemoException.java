package io.consumptionledger.examples.demo;

/** The demo cannot go on; the message is one sentence for the person who started it. */
public final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Ends the demo.
   *
   * @param message one sentence; holds no secret
   */
  public DemoException(String message) {
    super(message);
  }

  /**
   * Ends the demo.
   *
   * @param message one sentence; holds no secret
   * @param cause what happened
   */
  public DemoException(String message, Throwable cause) {
    super(message, cause);
  }
}
