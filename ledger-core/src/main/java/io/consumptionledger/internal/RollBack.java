package io.consumptionledger.internal;

/** Thrown out of work in a transaction to have it rolled back; nobody's error. */
final class RollBack extends Exception {
  private static final long serialVersionUID = 1L;

  RollBack() {
    super("roll back", null, false, false);
  }
}
