package io.consumptionledger.internal;

import io.consumptionledger.Attempt;
import io.consumptionledger.Delivery;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.StoreTransaction;
import java.util.Optional;

/** What a handler sees of its claim. */
final class RunningAttempt implements Attempt {
  private final Run run;
  private volatile StoreTransaction transaction;

  RunningAttempt(Run run) {
    this.run = run;
  }

  /** From now on the handler runs in a transaction, or in none. */
  void within(StoreTransaction current) {
    transaction = current;
  }

  @Override
  public Delivery delivery() {
    return run.delivery();
  }

  private Claim claim() {
    return run.claim();
  }

  @Override
  public int number() {
    return claim().attempt();
  }

  @Override
  public long epoch() {
    return claim().epoch();
  }

  @Override
  public boolean isOwned() {
    return !run.lease().lost();
  }

  @Override
  public <R> Optional<R> transaction(Class<R> type) {
    StoreTransaction current = transaction;
    return current == null ? Optional.empty() : current.unwrap(type);
  }
}
