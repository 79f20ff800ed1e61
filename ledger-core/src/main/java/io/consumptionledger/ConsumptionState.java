package io.consumptionledger;

/** The five states of a row. {@link Transition} says how a row moves between them. */
public enum ConsumptionState {
  /** Claimed by a node under a lease; exactly these rows have a lease. */
  PROCESSING,
  /** Done: handled, skipped, or closed by hand. Final. */
  SUCCEEDED,
  /** Stored with its payload and waiting for its due time, or for an earlier row. */
  RETRY_SCHEDULED,
  /** Given up with its payload and the reason; waits for a person. */
  DEAD_LETTER,
  /** Thrown away by a person, who is recorded with the reason. Final. */
  DISCARDED;

  /**
   * Whether only purging can remove the row from this state.
   *
   * @return true for {@link #SUCCEEDED} and {@link #DISCARDED}
   */
  public boolean isFinal() {
    return this == SUCCEEDED || this == DISCARDED;
  }
}
