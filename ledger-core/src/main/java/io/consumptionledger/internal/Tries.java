package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import java.time.Duration;
import java.util.function.Supplier;

/** A few tries for what is written without a claim, and then a clear answer. */
final class Tries {
  private static final int MOST = 3;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final Reports reports;
  private final Timing timing;

  Tries(Reports reports, Timing timing) {
    this.reports = reports;
    this.timing = timing;
  }

  Outcome make(ConsumptionKey key, Transition wanted, Supplier<Outcome> work) {
    for (int tries = 1; ; tries++) {
      try {
        return work.get();
      } catch (StoreException e) {
        if (tries == MOST || !pause()) {
          reports.notRecorded(key, wanted, e);
          return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
        }
      }
    }
  }

  /** Waits a little; false if the thread was interrupted. */
  boolean pause() {
    try {
      timing.pause(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
