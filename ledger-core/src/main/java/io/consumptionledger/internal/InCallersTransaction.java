package io.consumptionledger.internal;

import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Outcome;
import io.consumptionledger.StoreException;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.StoreTransaction;

/**
 * A claimed row whose handler runs in a transaction that the caller has open. Only success is
 * written there; a failure is recorded after it has ended.
 */
final class InCallersTransaction {
  private static final String LEASE_LOST =
      "the lease was lost before the settle; the transaction must be rolled back";

  private final LedgerStore store;
  private final Judge judge;
  private final Settler settler;
  private final Aftermath aftermath;

  InCallersTransaction(LedgerStore store, Judge judge, Settler settler, Aftermath aftermath) {
    this.store = store;
    this.judge = judge;
    this.settler = settler;
    this.aftermath = aftermath;
  }

  Outcome run(Run run, HandlerCall<?> call) {
    return joined(store, transaction -> run(run, call, transaction));
  }

  /** The work throws nothing but what is unchecked. */
  static Outcome joined(LedgerStore store, LedgerStore.Work<Outcome> work) {
    try {
      return store.inTransaction(work);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new StoreException("the caller's transaction cannot be used", e);
    }
  }

  private Outcome run(Run run, HandlerCall<?> call, StoreTransaction transaction) {
    call.make(transaction);
    Throwable error = errorOf(call, transaction);
    if (error != null) {
      boolean undone = transaction.undo();
      Verdict verdict = judge.judge(run, error);
      if (call.lost() && !(verdict instanceof Verdict.Succeed)) {
        return lost(undone, settler.abandoned(run.claim(), Verdict.failure(verdict, error)));
      }
      if (!undone || !(verdict instanceof Verdict.Succeed)) {
        return PendingConsumption.failed(
            store, undone, Verdict.failure(verdict, error), () -> settler.settle(run, verdict));
      }
    }
    Outcome answer = settler.settle(run, new Verdict.Succeed());
    if (answer == null) {
      return PendingConsumption.good(store, () -> aftermath.confirm(run));
    }
    // The lease was lost, so somebody else may have the same effect: it must not be committed.
    return lost(transaction.undo(), answer);
  }

  private Outcome lost(boolean undone, Outcome answer) {
    Failure failure = Failure.of(ErrorClass.RETRYABLE, "LeaseLost", null, LEASE_LOST);
    return PendingConsumption.failed(store, undone, failure, () -> answer);
  }

  /** What the handler threw, or that what it did is gone although it did not say so; or null. */
  static Throwable errorOf(HandlerCall<?> call, StoreTransaction transaction) {
    if (call.error() != null) {
      return call.error();
    }
    try {
      transaction.requireIntact();
      return null;
    } catch (StoreException e) {
      return NotCommittedException.before(e);
    }
  }
}
