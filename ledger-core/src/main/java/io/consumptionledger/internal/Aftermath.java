package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;

/**
 * Finds out whether a settle was committed with the transaction it stood in, once that has ended.
 * The row is read under a lock, so a commit that is still under way is waited for.
 */
final class Aftermath {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Judge judge;
  private final Settler settler;

  Aftermath(LedgerStore store, Judge judge, Settler settler) {
    this.store = store;
    this.judge = judge;
    this.settler = settler;
  }

  /** After the caller's transaction; can be asked again if the store does not answer. */
  Outcome confirm(Run run) {
    try {
      return decide(run, read(run), NotCommittedException.rolledBack());
    } catch (StoreException e) {
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
  }

  /** After a commit of our own that failed; asks as long as the lease lasts. */
  Outcome afterFailedCommit(Run run, Throwable error) {
    RowSummary row;
    try {
      row = settler.whileLeased(run.lease(), () -> read(run));
    } catch (RuntimeException | Error e) {
      return settler.unavailable(run, Transition.SUCCEED, e);
    }
    return decide(run, row, NotCommittedException.at(error));
  }

  private RowSummary read(Run run) {
    return store.lockedRead(run.claim().key()).orElse(null);
  }

  private Outcome decide(Run run, RowSummary row, NotCommittedException ifNot) {
    Claim claim = run.claim();
    boolean mine = row != null && row.has(claim.token());
    if (mine && row.state() == ConsumptionState.SUCCEEDED) {
      settler.moved(claim, Transition.SUCCEED, null);
      return new Outcome.Acknowledge(Acknowledged.PROCESSED);
    }
    if (mine && row.state() == ConsumptionState.PROCESSING) {
      return settler.settle(run, judge.judge(run, ifNot));
    }
    return settler.lost(claim, Transition.SUCCEED, row == null ? "gone" : row.state().name());
  }
}
