package io.consumptionledger;

/** What kind of failure it was, and so what becomes of the row. */
public enum ErrorClass {
  /**
   * May go away by itself: scheduled again, unless the handler is UNSAFE or attempts are used up.
   */
  RETRYABLE,
  /** The message itself cannot be understood; always a dead letter. */
  POISON,
  /** Running again cannot help; always a dead letter. */
  UNRECOVERABLE,
  /** A unique key already exists in the business tables; always a dead letter. */
  CONFLICT,
  /** The handler declared that there is nothing to do; the row succeeds. */
  SKIP,
  /** Every start ended without a settle (the process died); always a dead letter. */
  CRASH_LOOP
}
