package io.consumptionledger.internal;

import io.consumptionledger.Delivery;
import io.consumptionledger.spi.StoreTransaction;
import java.util.Optional;

/**
 * What a handler sees in SINGLE_TRANSACTION, where there is no claim: the row that it is about to
 * commit keeps others out for as long as its transaction is open, so nothing can be lost before.
 */
final class UnclaimedAttempt implements CalledAttempt {
  private final Run run;
  private volatile StoreTransaction transaction;

  UnclaimedAttempt(Run run) {
    this.run = run;
  }

  @Override
  public Delivery delivery() {
    return run.delivery();
  }

  @Override
  public int number() {
    return run.claim().attempt();
  }

  @Override
  public long epoch() {
    return run.claim().epoch();
  }

  @Override
  public boolean isOwned() {
    return transaction != null;
  }

  @Override
  public void onLost(Runnable callback) {
    // there is no lease that could be lost
  }

  @Override
  public <R> Optional<R> transaction(Class<R> type) {
    StoreTransaction current = transaction;
    return current == null ? Optional.empty() : current.unwrap(type);
  }

  @Override
  public void within(StoreTransaction current) {
    transaction = current;
  }

  @Override
  public boolean mayStart() {
    return true;
  }

  @Override
  public boolean handlerEnded() {
    return false;
  }

  @Override
  public boolean interruptedByLoss() {
    return false;
  }
}
