package io.consumptionledger.jdbc.internal;

/**
 * Whether claims are likely to meet rows that are there already. Then they look before they insert,
 * so that each of a flood of duplicates costs one round trip; while messages are new, none looks in
 * vain. A guess, shared by all threads: whatever it says, the result is the same. Thread-safe.
 */
final class Duplicates {
  private volatile boolean expected;

  boolean areExpected() {
    return expected;
  }

  /** A row was there. */
  void met() {
    if (!expected) {
      expected = true;
    }
  }

  /** All rows were new. */
  void metNone() {
    if (expected) {
      expected = false;
    }
  }
}
