package io.consumptionledger.internal;

import io.consumptionledger.Failure;
import io.consumptionledger.Outcome;
import io.consumptionledger.spi.LedgerStore;
import java.util.Optional;
import java.util.function.Supplier;

/** An answer that waits for the end of the caller's transaction. */
final class PendingConsumption implements Outcome.Pending {
  private final LedgerStore store;
  private final Failure failure;
  private final Supplier<Outcome> ending;
  private Outcome answer;

  PendingConsumption(LedgerStore store, Failure failure, Supplier<Outcome> ending) {
    this.store = store;
    this.failure = failure;
    this.ending = ending;
  }

  @Override
  public Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public synchronized Outcome confirm() {
    if (answer == null) {
      if (store.inCallerTransaction()) {
        throw new IllegalStateException("confirm() was called before the transaction had ended");
      }
      Outcome now = ending.get();
      boolean undecided =
          now instanceof Outcome.Redeliver r && r.reason() == Outcome.Redelivered.STORE_UNAVAILABLE;
      if (undecided) {
        return now;
      }
      answer = now;
    }
    return answer;
  }
}
