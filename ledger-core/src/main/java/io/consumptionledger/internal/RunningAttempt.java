package io.consumptionledger.internal;

import io.consumptionledger.Attempt;
import io.consumptionledger.Delivery;
import io.consumptionledger.spi.Claim;

/** What a handler sees of its claim. */
record RunningAttempt(Delivery delivery, Claim claim, LeaseClock lease) implements Attempt {
  @Override
  public int number() {
    return claim.attempt();
  }

  @Override
  public long epoch() {
    return claim.epoch();
  }

  @Override
  public boolean isOwned() {
    return !lease.lost();
  }
}
