package io.consumptionledger.spi;

/** What became of a wish to start a new row, or to write one without a claim. */
public sealed interface ClaimResult {
  /**
   * The row is new and belongs to the caller.
   *
   * @param claim the claim
   */
  record Claimed(Claim claim) implements ClaimResult {}

  /**
   * There is a row already; nothing changed.
   *
   * @param row the row as it is
   */
  record Exists(RowSummary row) implements ClaimResult {}
}
