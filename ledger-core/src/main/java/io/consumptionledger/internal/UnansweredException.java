package io.consumptionledger.internal;

import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;

/** Inside the engine: the store did not answer before the handler could run. */
final class UnansweredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Transition wanted;

  UnansweredException(Transition wanted, StoreException cause) {
    super(cause);
    this.wanted = wanted;
  }

  Transition wanted() {
    return wanted;
  }
}
