package io.consumptionledger.internal;

import java.util.concurrent.TimeoutException;

/**
 * Stands for the failure of a run whose handler succeeded and whose transaction was not committed.
 * What the database's own table says of its cause decides about it; else it is retryable.
 */
final class NotCommittedException extends TimeoutException {
  private static final long serialVersionUID = 1L;

  NotCommittedException(String message, Throwable cause) {
    super(message);
    initCause(cause);
  }

  /** The caller changed its mind. */
  static NotCommittedException rolledBack() {
    return new NotCommittedException(
        "the caller's transaction was rolled back after the handler had succeeded", null);
  }

  /** The handler was not called. */
  static NotCommittedException notStarted(Throwable cause) {
    return new NotCommittedException(
        "no transaction could be begun for the handler in time", cause);
  }

  /** The handler's work was gone, or the settle failed, before a commit could be tried. */
  static NotCommittedException before(Throwable cause) {
    return new NotCommittedException(
        "the handler succeeded but its transaction could not be settled", cause);
  }

  /** The commit failed, and nothing of it was found. */
  static NotCommittedException at(Throwable cause) {
    return new NotCommittedException(
        "the handler succeeded but its transaction could not be committed", cause);
  }
}
