package io.consumptionledger.internal;

import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import java.util.function.Supplier;

/** Inside the engine: the store did not answer before the handler could run. */
final class UnansweredException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Transition wanted;

  UnansweredException(Transition wanted, Throwable cause) {
    super(cause);
    this.wanted = wanted;
  }

  Transition wanted() {
    return wanted;
  }

  /** Before the handler has run, a store that does not answer means: deliver again. */
  static <R> R ask(Transition wanted, Supplier<R> question) {
    try {
      return question.get();
    } catch (StoreException e) {
      throw new UnansweredException(wanted, e);
    }
  }
}
