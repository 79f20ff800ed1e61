package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Handler;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.List;

/** Runs the handler of a claimed row in its mode: live, taken over or due. */
final class Execution {
  private static final int MOST_RENEWALS = 3;

  private final LedgerStore store;
  private final Timing timing;
  private final Judge judge;
  private final Settler settler;
  private final InOwnTransaction own;
  private final InCallersTransaction callers;

  Execution(LedgerStore store, Timing timing, Judge judge, Settler settler) {
    this.store = store;
    this.timing = timing;
    this.judge = judge;
    this.settler = settler;
    Aftermath aftermath = new Aftermath(store, judge, settler);
    this.own = new InOwnTransaction(store, judge, settler, aftermath);
    this.callers = new InCallersTransaction(store, judge, settler, aftermath);
  }

  /**
   * Runs and settles.
   *
   * @throws UnansweredException if the store does not answer before the handler runs
   */
  <T> Outcome run(Run run, Handler<? super T> handler, T message) {
    LeaseClock lease = run.lease();
    for (int tries = 0; lease.tooShortToStart(); tries++) {
      if (tries == MOST_RENEWALS) {
        return new Outcome.Redeliver(Redelivered.LEASE_LOST, lease.left());
      }
      if (!renewed(run.claim(), lease)) {
        return new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
      }
    }
    HandlerCall<T> call = new HandlerCall<>(handler, message, new RunningAttempt(run));
    try {
      return inMode(run, call);
    } finally {
      call.end();
    }
  }

  private Outcome inMode(Run run, HandlerCall<?> call) {
    if (store.inCallerTransaction()) {
      return callers.run(run, call);
    }
    if (run.handler().mode() != ConsumptionMode.LEASED) {
      return own.run(run, call);
    }
    call.make(null);
    return settler.settle(run, judge.judge(run, call));
  }

  private boolean renewed(Claim claim, LeaseClock lease) {
    long sentAt = timing.nanoTime();
    RenewResult result =
        UnansweredException.ask(
            Transition.RENEW, () -> store.renew(List.of(claim), lease.lease()).get(claim));
    if (result == RenewResult.RENEWED) {
      lease.restart(sentAt);
    }
    return result == RenewResult.RENEWED;
  }
}
