package io.consumptionledger.internal;

import io.consumptionledger.Failure;
import io.consumptionledger.Outcome;
import io.consumptionledger.spi.LedgerStore;
import java.util.Optional;
import java.util.function.Supplier;

/** An answer that waits for the end of the caller's transaction. */
final class PendingConsumption implements Outcome.Pending {
  private final LedgerStore store;
  private final Ending ending;
  private final Failure failure;
  private final Supplier<Outcome> confirmed;
  private Outcome answer;

  private PendingConsumption(
      LedgerStore store, Ending ending, Failure failure, Supplier<Outcome> confirmed) {
    this.store = store;
    this.ending = ending;
    this.failure = failure;
    this.confirmed = confirmed;
  }

  /** The transaction may be committed. */
  static PendingConsumption good(LedgerStore store, Supplier<Outcome> confirmed) {
    return new PendingConsumption(store, Ending.COMMIT, null, confirmed);
  }

  /** What was done in it must not be committed. */
  static PendingConsumption failed(
      LedgerStore store, boolean undone, Failure failure, Supplier<Outcome> confirmed) {
    return new PendingConsumption(
        store, undone ? Ending.EITHER : Ending.ROLL_BACK, failure, confirmed);
  }

  @Override
  public Ending ending() {
    return ending;
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
      Outcome now = confirmed.get();
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
