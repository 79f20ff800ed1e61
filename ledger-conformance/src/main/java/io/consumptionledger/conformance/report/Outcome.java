package io.consumptionledger.conformance.report;

/** What became of one rule. */
public enum Outcome {
  /** The store keeps it. */
  PASSED("passed"),
  /** The store does not keep it. */
  FAILED("failed"),
  /** The store lacks a capability that the rule needs. */
  NOT_APPLICABLE("not applicable"),
  /** The vendor waived it and said why. */
  WAIVED("waived");

  private final String label;

  Outcome(String label) {
    this.label = label;
  }

  /**
   * The outcome in words.
   *
   * @return lower-case words
   */
  public String label() {
    return label;
  }
}
