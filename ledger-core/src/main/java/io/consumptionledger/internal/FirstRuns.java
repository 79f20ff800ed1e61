package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What becomes of a run without a claim after its transaction has ended. If that may have been
 * committed, nothing needs to be known about it: recording a failure inserts the same key, so it
 * waits for a commit that is still under way, and meets the row if there is one.
 */
final class FirstRuns {
  private static final int ATTEMPT = 1;
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Reports reports;
  private final Tries tries;
  private final DueHints hints;

  FirstRuns(LedgerStore store, Reports reports, Tries tries, DueHints hints) {
    this.hints = hints;
    this.store = store;
    this.reports = reports;
    this.tries = tries;
  }

  /** It was committed. */
  Outcome completed(Run run) {
    moved(run, Transition.COMPLETE, ConsumptionState.SUCCEEDED, null);
    return new Outcome.Acknowledge(Acknowledged.PROCESSED);
  }

  /** It was rolled back; somebody else may have been faster since. */
  Outcome failed(Run run, Verdict verdict) {
    return record(run, verdict, Answers::forRow);
  }

  /** It was to be committed and nobody knows whether it was; what failed then decides if not. */
  Outcome undecided(Run run, Verdict ifNot) {
    return record(
        run,
        ifNot,
        row -> row.state() == ConsumptionState.SUCCEEDED ? completed(run) : Answers.forRow(row));
  }

  /** Reads the row that is there by now. */
  Outcome read(Run run, Function<RowSummary, Outcome> ifThere, Supplier<Outcome> ifNot) {
    RowSummary row;
    try {
      row = store.lockedRead(run.claim().key()).orElse(null);
    } catch (StoreException e) {
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
    return row == null ? ifNot.get() : ifThere.apply(row);
  }

  private Outcome record(Run run, Verdict verdict, Function<RowSummary, Outcome> ifThere) {
    if (verdict instanceof Verdict.Succeed) {
      return write(
          run,
          Transition.COMPLETE,
          () -> store.complete(NewRow.of(run.delivery(), null)),
          () -> completed(run),
          ifThere);
    }
    Failure failure = Verdict.failure(verdict, null);
    Duration delay = delay(verdict);
    ConsumptionState to =
        delay == null ? ConsumptionState.DEAD_LETTER : ConsumptionState.RETRY_SCHEDULED;
    Content content = run.content();
    return write(
        run,
        Transition.RECORD_FAILURE,
        () -> store.recordFailure(NewRow.of(run.delivery(), content), failure, delay),
        () -> {
          moved(run, Transition.RECORD_FAILURE, to, failure);
          if (delay != null) {
            hints.dueIn(delay);
          }
          return new Outcome.Acknowledge(
              delay == null ? Acknowledged.DEAD_LETTERED : Acknowledged.STORED_FOR_RETRY);
        },
        ifThere);
  }

  /** There is no way to yield without a claim: to be run later is a failure with that delay. */
  private static Duration delay(Verdict verdict) {
    if (verdict instanceof Verdict.Retry retry) {
      return retry.delay();
    }
    return verdict instanceof Verdict.Yield yield ? yield.delay() : null;
  }

  private Outcome write(
      Run run,
      Transition wanted,
      Supplier<RecordResult> verb,
      Supplier<Outcome> ifWritten,
      Function<RowSummary, Outcome> ifThere) {
    return tries.make(
        run.claim().key(),
        wanted,
        () ->
            verb.get() instanceof RecordResult.Conflict conflict
                ? ifThere.apply(conflict.row())
                : ifWritten.get());
  }

  private void moved(Run run, Transition transition, ConsumptionState state, Failure failure) {
    reports.moved(run.claim().key(), transition, state, ATTEMPT, failure);
  }
}
