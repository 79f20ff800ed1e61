package io.consumptionledger.spi;

import java.util.Optional;

/** What became of a wish to take over an orphaned row. */
public sealed interface TakeOverResult {
  /**
   * The row belongs to the caller.
   *
   * @param claim the new claim
   */
  record TakenOver(Claim claim) implements TakeOverResult {}

  /**
   * All attempts were used up; nothing changed.
   *
   * @param row the row as it is; its token proves the right to DEAD_LETTER_ORPHAN
   */
  record Exhausted(RowSummary row) implements TakeOverResult {}

  /**
   * Somebody else was faster, or the lease has not ended; nothing changed.
   *
   * @param actual the row as it is, or null when it is gone
   */
  record Refused(RowSummary actual) implements TakeOverResult {
    /**
     * The row as it is.
     *
     * @return the row, or empty when it is gone
     */
    public Optional<RowSummary> row() {
      return Optional.ofNullable(actual);
    }
  }
}
