package io.consumptionledger.internal;

import java.util.concurrent.TimeoutException;

/** Stands for the failure of a run whose transaction the caller rolled back; it is retryable. */
final class RolledBackException extends TimeoutException {
  private static final long serialVersionUID = 1L;

  RolledBackException() {
    super("the caller's transaction was rolled back after the handler had succeeded");
  }
}
