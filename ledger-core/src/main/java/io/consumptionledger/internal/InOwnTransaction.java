package io.consumptionledger.internal;

import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A claimed row whose handler's writes and settle are one transaction. Whatever goes wrong is
 * settled after it was rolled back; what is known only after the commit is looked up.
 */
final class InOwnTransaction {
  private final LedgerStore store;
  private final Judge judge;
  private final Settler settler;
  private final Aftermath aftermath;

  InOwnTransaction(LedgerStore store, Judge judge, Settler settler, Aftermath aftermath) {
    this.store = store;
    this.judge = judge;
    this.settler = settler;
    this.aftermath = aftermath;
  }

  Outcome run(Run run, HandlerCall<?> call) {
    AtomicReference<TransitionResult> settled = new AtomicReference<>();
    Throwable ended = null;
    try {
      store.inTransaction(
          transaction -> {
            transaction.beforeHandler();
            if (!call.mayStart()) { // a full pool may have kept the connection back for long
              throw new RollBack();
            }
            call.make(transaction);
            if (call.error() == null) {
              transaction.requireIntact();
              settled.set(store.succeed(run.claim()));
            }
            if (settled.get() instanceof TransitionResult.Applied) {
              return null;
            }
            throw new RollBack();
          });
    } catch (Throwable t) {
      ended = t;
    }
    return conclude(run, call, settled.get(), ended);
  }

  private Outcome conclude(
      Run run, HandlerCall<?> call, TransitionResult settled, Throwable ended) {
    Claim claim = run.claim();
    if (!call.made()) {
      call.skip();
      return call.lost()
          ? new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO)
          : settler.settle(
              run, judge.judgeNotStarted(run, ended instanceof RollBack ? null : ended));
    }
    if (call.error() != null) {
      return settler.settle(run, call, judge.judge(run, call));
    }
    if (settled instanceof TransitionResult.Refused refused) {
      return settler.lost(
          claim, Transition.SUCCEED, refused.row().map(r -> r.state().name()).orElse("gone"));
    }
    if (settled == null) {
      return settler.settle(run, judge.judge(run, NotCommittedException.before(ended)));
    }
    if (ended != null) {
      return aftermath.afterFailedCommit(run, ended);
    }
    settler.moved(claim, Transition.SUCCEED, null);
    return new Outcome.Acknowledge(Acknowledged.PROCESSED);
  }
}
