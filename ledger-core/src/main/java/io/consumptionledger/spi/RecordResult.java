package io.consumptionledger.spi;

/** What became of a row that was written without a claim. */
public sealed interface RecordResult {
  /**
   * It stands as wanted.
   *
   * @param commit how sure that is; {@link Commit#EARLIER} if the same verdict stood there already
   */
  record Recorded(Commit commit) implements RecordResult {}

  /**
   * There is a row already, with something else in it; nothing changed.
   *
   * @param row the row as it is
   */
  record Conflict(RowSummary row) implements RecordResult {}
}
