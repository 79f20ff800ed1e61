package io.consumptionledger.spi;

/** What became of a wish to start a new row. */
public sealed interface ClaimResult {
  /**
   * The row is new and belongs to the caller.
   *
   * @param claim the claim
   * @param turn whether a later row of its aggregate was settled before
   */
  record Claimed(Claim claim, Turn turn) implements ClaimResult {}

  /**
   * There is a row already; nothing changed.
   *
   * @param row the row as it is
   */
  record Exists(RowSummary row) implements ClaimResult {}

  /**
   * There is no such row yet, and it must not start: an earlier row of its aggregate is unresolved,
   * or one is in PROCESSING. Nothing changed; PARK is next.
   */
  record Blocked() implements ClaimResult {}
}
