package io.consumptionledger;

/** What happens to a row whose owner died (its lease ended without a settle). */
public enum OnOrphan {
  /** The next redelivery or sweep runs the handler again. */
  RERUN,
  /** The row goes to the dead letters; a person decides. The default for UNSAFE handlers. */
  DEAD_LETTER
}
