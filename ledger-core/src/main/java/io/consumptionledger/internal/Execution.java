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
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Runs the handler of a claimed row in its mode: live, taken over or due. */
final class Execution {
  private static final int MOST_RENEWALS = 3;

  private final LedgerStore store;
  private final Timing timing;
  private final RunningClaims running;
  private final BooleanSupplier renewing;
  private final Judge judge;
  private final Settler settler;
  private final InOwnTransaction own;
  private final InCallersTransaction callers;

  Execution(
      EngineParts parts,
      Judge judge,
      Settler settler,
      RunningClaims running,
      BooleanSupplier renewing) {
    this.store = parts.store();
    this.timing = parts.timing();
    this.running = running;
    this.renewing = renewing;
    this.judge = judge;
    this.settler = settler;
    Aftermath aftermath = new Aftermath(store, judge, settler);
    this.own = new InOwnTransaction(store, judge, settler, aftermath);
    this.callers = new InCallersTransaction(store, judge, settler, aftermath);
  }

  /**
   * Runs and settles; the claim is renewed until then.
   *
   * @throws UnansweredException if the store does not answer before the handler runs
   */
  <T> Outcome run(Run run, Handler<? super T> handler, T message) {
    RunningClaim claim = running.add(run);
    HandlerCall<T> call = new HandlerCall<>(handler, message, claim);
    try {
      Outcome refusal = begin(claim);
      return refusal == null ? inMode(run, call) : refusal;
    } finally {
      running.remove(claim);
      call.end();
    }
  }

  /**
   * Starts a claim that is being renewed.
   *
   * @return why its handler must not run, or null
   */
  Outcome begin(RunningClaim claim) {
    LeaseClock lease = claim.lease();
    for (int tries = 0; lease.tooShortToStart(); tries++) {
      if (tries == MOST_RENEWALS) {
        return new Outcome.Redeliver(Redelivered.LEASE_LOST, lease.left());
      }
      if (!renewed(claim.claim(), lease)) {
        return new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
      }
    }
    Optional<Outcome> refusal = notRenewing(lease.left());
    if (refusal.isPresent()) {
      return refusal.get();
    }
    return running.begin(claim)
        ? null
        : new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
  }

  /** The answer where no claim can be kept, because nobody renews it. */
  Optional<Outcome> notRenewing(Duration retryAfter) {
    if (renewing.getAsBoolean()) {
      return Optional.empty();
    }
    Redelivered reason = running.isClosed() ? Redelivered.SHUTTING_DOWN : Redelivered.NO_HEARTBEAT;
    return Optional.of(new Outcome.Redeliver(reason, retryAfter));
  }

  private Outcome inMode(Run run, HandlerCall<?> call) {
    if (store.inCallerTransaction()) {
      return callers.run(run, call);
    }
    if (run.handler().mode() != ConsumptionMode.LEASED) {
      return own.run(run, call);
    }
    call.make(null);
    return settler.settle(run, call, judge.judge(run, call));
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
