package io.consumptionledger.operations;

import io.consumptionledger.spi.RowVersion;

/**
 * What became of a dead letter that was to be closed.
 *
 * @param row the row, as it was named
 * @param outcome what
 * @param detail why, or null
 */
public record Closed(RowVersion row, Outcome outcome, String detail) {
  /** What became of it. */
  public enum Outcome {
    /** It is closed. */
    CLOSED,
    /** It is no dead letter, or has another version; nothing was done. */
    CHANGED,
    /** The tenant has no such row. */
    NOT_FOUND,
    /** The store failed; whether it is closed must be looked up. */
    FAILED,
    /** The store had failed too often before its turn came. */
    NOT_TRIED
  }
}
