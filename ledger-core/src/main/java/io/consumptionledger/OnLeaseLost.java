package io.consumptionledger;

/**
 * What a running handler gets to feel when its lease is lost. In either case {@link
 * Attempt#isOwned} turns false and the callbacks of {@link Attempt#onLost} run.
 */
public enum OnLeaseLost {
  /** Nothing else. The handler goes on until it looks. */
  SIGNAL,
  /**
   * The thread that runs the handler is interrupted, never after the handler has returned. For
   * handlers and drivers that stop cleanly when interrupted.
   */
  INTERRUPT
}
