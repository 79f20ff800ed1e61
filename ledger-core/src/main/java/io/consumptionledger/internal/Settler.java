package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Writes the result of a handler's run. While the lease lasts a settle that the database did not
 * take is tried again: the handler's effect is done, so the row is never turned into a retry, and
 * the handler is not run again by us.
 */
final class Settler {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final LedgerStore store;
  private final HotPath hotPath;
  private final Reports reports;
  private final Timing timing;
  private final DueHints hints;

  Settler(LedgerStore store, HotPath hotPath, Reports reports, Timing timing, DueHints hints) {
    this.store = store;
    this.hotPath = hotPath;
    this.reports = reports;
    this.timing = timing;
    this.hints = hints;
  }

  /**
   * Settles a claim whose handler was called. A handler that fails after its lease was lost may
   * have failed because of that, so its failure says nothing about the message: it is not recorded,
   * and nothing is charged. A success is another matter, the effect is there: the token decides
   * whether it can still be recorded.
   */
  Outcome settle(Run run, HandlerCall<?> call, Verdict verdict) {
    return isAbandoned(call, verdict)
        ? abandoned(run.claim(), Verdict.failure(verdict, call.error()))
        : settle(run, verdict);
  }

  /** Whether a verdict says nothing, because the claim was lost before it was reached. */
  static boolean isAbandoned(HandlerCall<?> call, Verdict verdict) {
    return call.lost() && !(verdict instanceof Verdict.Succeed);
  }

  /**
   * Settles a claim.
   *
   * @return the answer for the broker, or null when the settle stands in the caller's transaction
   * @throws StoreException inside the caller's transaction only: it must be rolled back
   */
  Outcome settle(Run run, Verdict verdict) {
    return settle(run, settlement(run, verdict));
  }

  /** As {@link #settle(Run, Verdict)}. */
  Outcome settle(Run run, Settlement settlement) {
    boolean joined = store.inCallerTransaction();
    TransitionResult result;
    try {
      result =
          joined
              ? settlement.by(store)
              : whileLeased(run.lease(), () -> hotPath.settle(settlement));
    } catch (RuntimeException | Error e) {
      if (joined) {
        reports.notRecorded(run.claim().key(), settlement.transition(), e);
        throw e;
      }
      return unavailable(run, settlement.transition(), e);
    }
    return answer(settlement, result, joined);
  }

  /** What is to be written. */
  static Settlement settlement(Run run, Verdict verdict) {
    Claim claim = run.claim();
    if (verdict instanceof Verdict.Succeed) {
      return new Settlement.Succeed(claim);
    }
    if (verdict instanceof Verdict.Retry retry) {
      return new Settlement.ScheduleRetry(claim, retry.failure(), run.content(), retry.delay());
    }
    if (verdict instanceof Verdict.Yield yield) {
      return new Settlement.Release(claim, run.content(), yield.delay());
    }
    return new Settlement.DeadLetter(claim, ((Verdict.Bury) verdict).failure(), run.content());
  }

  private static Acknowledged acknowledgement(Settlement settlement) {
    return switch (settlement.transition()) {
      case SUCCEED -> Acknowledged.PROCESSED;
      case DEAD_LETTER -> Acknowledged.DEAD_LETTERED;
      default -> Acknowledged.STORED_FOR_RETRY;
    };
  }

  /** Tells of what was written, and makes the answer for the broker of it. */
  Outcome answer(Settlement settlement, TransitionResult result, boolean joined) {
    Claim claim = settlement.claim();
    Transition transition = settlement.transition();
    if (result instanceof TransitionResult.Refused refused) {
      if (joined && refused.actual() == null) {
        // The claim is committed, so the row is there: this transaction's snapshot is older.
        throw new StoreException(
            transition
                + " of "
                + claim.key()
                + " cannot join a transaction that does not see its own claim; use READ COMMITTED",
            null);
      }
      return lost(claim, transition, refused.row().map(r -> r.state().name()).orElse("gone"));
    }
    if (settlement.delay() != null) {
      hints.dueIn(settlement.delay()); // it is due on this node as soon as on any other
    }
    if (((TransitionResult.Applied) result).commit() == Commit.PENDING) {
      return null;
    }
    moved(claim, transition, settlement.failure());
    return new Outcome.Acknowledge(acknowledgement(settlement));
  }

  /** Nobody could find out what became of a row, or write it: it is left to its lease. */
  Outcome unavailable(Run run, Transition transition, Throwable error) {
    reports.notRecorded(run.claim().key(), transition, error);
    return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, run.lease().left());
  }

  /** Tells that a settle is committed. */
  void moved(Claim claim, Transition transition, Failure failure) {
    if (claim.order() != null) {
      hints.dueIn(Duration.ZERO); // its followers may be due now
    }
    ConsumptionState state = transition.to().iterator().next();
    reports.moved(claim.key(), transition, state, claim.attempt(), failure);
  }

  /** Somebody else has acted on the row: this claim never writes again. */
  Outcome lost(Claim claim, Transition transition, String actual) {
    reports.anomaly(
        claim.key(),
        claim.epoch(),
        AnomalyKind.LATE_SETTLE,
        transition
            + " came after the lease was lost, the row is now "
            + actual
            + "; two executions may have overlapped");
    return new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
  }

  /** The handler failed after its claim was lost: nothing is written. */
  Outcome abandoned(Claim claim, Failure failure) {
    reports.anomaly(
        claim.key(),
        claim.epoch(),
        AnomalyKind.LATE_SETTLE,
        "the handler failed after the lease was lost, and nothing was recorded ("
            + failure.type()
            + "); two executions may have overlapped");
    return new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
  }

  /**
   * Tries as long as the lease lasts, with pauses that grow; an interrupt ends the trying. The
   * lease goes on being renewed meanwhile, so that there is another end to it: one whole lease.
   */
  <R> R whileLeased(LeaseClock lease, Supplier<R> verb) {
    LeaseClock limit = new LeaseClock(timing, lease.lease(), Duration.ZERO);
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return verb.get();
      } catch (StoreException e) {
        boolean over = lease.left().compareTo(pause) <= 0 || limit.left().compareTo(pause) <= 0;
        if (over || cannotPass(e)) {
          throw e;
        }
        pause(pause, e);
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
      }
    }
  }

  /** What the database's own table calls permanent (a missing right, a missing column) stays so. */
  private boolean cannotPass(StoreException e) {
    return store
        .errorClassifier()
        .classify(e)
        .filter(c -> c.errorClass() != ErrorClass.RETRYABLE)
        .isPresent();
  }

  private void pause(Duration duration, StoreException pending) {
    try {
      timing.pause(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      pending.addSuppressed(e);
      throw pending;
    }
  }
}
