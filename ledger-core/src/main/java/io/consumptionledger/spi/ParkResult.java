package io.consumptionledger.spi;

/** What became of a wish to let a new row wait for its turn. */
public sealed interface ParkResult {
  /** The row waits; it becomes due when what it waits for is settled. */
  record Parked() implements ParkResult {}

  /** What it would wait for has been settled meanwhile; nothing changed. CLAIM is next. */
  record Free() implements ParkResult {}

  /**
   * Whether it would have to wait cannot be told: the calling thread has a transaction open, and
   * somebody, who may be that very transaction, is deciding about the aggregate. Nothing changed.
   */
  record Busy() implements ParkResult {}

  /**
   * There is a row already; nothing changed.
   *
   * @param row the row as it is
   */
  record Exists(RowSummary row) implements ParkResult {}
}
