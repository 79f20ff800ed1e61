package io.consumptionledger.conformance;

/** How binding a rule is. */
public enum Level {
  /** Every store keeps it; it cannot be waived. */
  REQUIRED,
  /** A store may waive it, if it names the reason. */
  OPTIONAL
}
