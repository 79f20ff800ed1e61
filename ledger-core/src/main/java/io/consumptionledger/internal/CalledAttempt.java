package io.consumptionledger.internal;

import io.consumptionledger.Attempt;
import io.consumptionledger.spi.StoreTransaction;

/** The engine's side of what a handler sees while it is called. */
interface CalledAttempt extends Attempt {
  /** From now on the handler runs in a transaction; null for none. */
  void within(StoreTransaction transaction);

  /**
   * Whether the handler may still be called; asked when there was something to wait for since it
   * was to start.
   */
  boolean mayStart();

  /**
   * The handler has returned, or is not called after all: from now on its thread is not
   * interrupted.
   *
   * @return whether the claim was lost before
   */
  boolean handlerEnded();

  /** Whether the handler's thread was interrupted by the loss, and by nobody before. */
  boolean interruptedByLoss();
}
