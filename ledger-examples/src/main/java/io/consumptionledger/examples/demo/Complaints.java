package io.consumptionledger.examples.demo;

import io.consumptionledger.LedgerEvent;
import io.consumptionledger.LedgerListener;
import io.consumptionledger.Transition;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Hears what the ledger tells; for the progress line and for error messages, not for judging. */
final class Complaints implements LedgerListener {
  private final AtomicReference<Throwable> latest =
      new AtomicReference<>(new IllegalStateException("no reason was given"));
  private final Map<Transition, Long> moves = new EnumMap<>(Transition.class);

  @Override
  public void on(LedgerEvent event) {
    if (event instanceof LedgerEvent.NotRecorded lost) {
      latest.set(lost.error());
    } else if (event instanceof LedgerEvent.Moved moved) {
      count(moved.transition());
    }
  }

  private synchronized void count(Transition transition) {
    moves.merge(transition, 1L, Long::sum);
  }

  synchronized long moves(Transition... transitions) {
    long sum = 0;
    for (Transition transition : transitions) {
      sum += moves.getOrDefault(transition, 0L);
    }
    return sum;
  }

  /** Why something could not be recorded last. */
  Throwable latest() {
    return latest.get();
  }
}
