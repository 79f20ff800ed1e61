package io.consumptionledger.spi;

/** What became of a quarantined message that could be given a key after all. */
public sealed interface AdmitResult {
  /**
   * Its row is there and due, and the message is closed.
   *
   * @param commit how sure that is; {@link Commit#EARLIER} after a lost reply
   */
  record Admitted(Commit commit) implements AdmitResult {}

  /**
   * The row was there before, with the same payload: the message had come another way too. It is
   * closed; the row stays as it is.
   *
   * @param row the row
   */
  record Duplicate(RowSummary row) implements AdmitResult {}

  /**
   * A row of that key is there with another payload. Nothing changed, the message stays open.
   *
   * @param row the row
   */
  record Taken(RowSummary row) implements AdmitResult {}

  /**
   * The message had been closed before. Nothing changed.
   *
   * @param as how
   */
  record Closed(QuarantineVerbs.Resolution as) implements AdmitResult {}

  /** The tenant has no such message. */
  record NotFound() implements AdmitResult {}
}
