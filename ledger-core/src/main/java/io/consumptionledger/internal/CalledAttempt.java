package io.consumptionledger.internal;

import io.consumptionledger.Attempt;
import io.consumptionledger.spi.StoreTransaction;

/** The engine's side of what a handler sees while it is called. */
interface CalledAttempt extends Attempt {
  /** From now on the handler runs in a transaction; null for none. */
  void within(StoreTransaction transaction);

  /**
   * The handler has returned: from now on its thread is not interrupted.
   *
   * @return whether the claim was lost before
   */
  boolean handlerEnded();

  /** Whether the handler's thread was interrupted by the loss, and by nobody before. */
  boolean interruptedByLoss();
}
