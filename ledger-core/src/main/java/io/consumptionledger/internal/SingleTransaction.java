package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Handler;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.StoreTransaction;
import io.consumptionledger.spi.TransactionLostException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * One transaction for the row and the handler's writes. The row comes first, as done: so a second
 * delivery of the message waits for the first to end, and the handler never runs beside itself.
 */
final class SingleTransaction {
  private static final int MOST_TRIES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Timing timing;
  private final Judge judge;
  private final Tries tries;
  private final FirstRuns runs;

  SingleTransaction(EngineParts parts, Judge judge, Reports reports, Tries tries) {
    this.store = parts.store();
    this.timing = parts.timing();
    this.judge = judge;
    this.tries = tries;
    this.runs = new FirstRuns(store, reports, tries, parts.hints());
  }

  /** How far one try has come. */
  private static final class Progress {
    private boolean begun;
    private RowSummary existing;
    private boolean whole;
  }

  /**
   * Consumes a message.
   *
   * @param run what to run; its claim is none
   * @param meet answers for a row that is there already
   * @throws UnansweredException if the handler did not run because the store did not answer
   */
  <T> Outcome consume(
      Run run, Handler<? super T> handler, T message, Function<RowSummary, Outcome> meet) {
    if (store.inCallerTransaction()) {
      return joined(run, new HandlerCall<>(handler, message, new UnclaimedAttempt(run)), meet);
    }
    long deadline = timing.nanoTime() + PATIENCE.toNanos();
    for (int round = 1; ; round++) {
      HandlerCall<T> call = new HandlerCall<>(handler, message, new UnclaimedAttempt(run));
      Progress progress = new Progress();
      Throwable ended = attempt(run, call, progress);
      if (progress.existing != null) {
        return meet.apply(progress.existing);
      }
      if (call.made()) {
        return conclude(run, call, progress, ended);
      }
      boolean late = round == MOST_TRIES || timing.nanoTime() - deadline > 0;
      if (!isPassing(ended) || late || !tries.pause()) {
        return notStarted(progress, ended);
      }
    }
  }

  /** One transaction; what ended it, or null if it was committed. */
  private Throwable attempt(Run run, HandlerCall<?> call, Progress progress) {
    try {
      store.inTransaction(
          transaction -> {
            progress.begun = true;
            if (store.complete(row(run)) instanceof RecordResult.Conflict conflict) {
              progress.existing = conflict.row();
              throw new RollBack();
            }
            call.make(transaction);
            if (call.error() != null) {
              throw new RollBack();
            }
            transaction.requireIntact();
            progress.whole = true;
            return null;
          });
      return progress.begun ? null : new IllegalStateException("the transaction was not run");
    } catch (Throwable t) {
      return t;
    }
  }

  private static NewRow row(Run run) {
    return NewRow.of(run.delivery(), null);
  }

  private Outcome conclude(Run run, HandlerCall<?> call, Progress progress, Throwable ended) {
    try {
      if (call.error() != null) {
        return runs.failed(run, judge.judge(run, call.error()));
      }
      if (!progress.whole || ended instanceof TransactionLostException) {
        return runs.failed(run, judge.judge(run, NotCommittedException.before(ended)));
      }
      return ended == null
          ? runs.completed(run)
          : runs.undecided(run, judge.judge(run, NotCommittedException.at(ended)));
    } finally {
      call.end();
    }
  }

  /** Nothing ran. Whoever keeps the key busy may fail, so the message must come again. */
  private Outcome notStarted(Progress progress, Throwable ended) {
    if (progress.begun && isPassing(ended)) {
      return Answers.busy(ASK_AGAIN);
    }
    throw new UnansweredException(Transition.COMPLETE, ended);
  }

  private boolean isPassing(Throwable ended) {
    return store
        .errorClassifier()
        .classify(ended)
        .filter(c -> c.errorClass() == ErrorClass.RETRYABLE)
        .isPresent();
  }

  /**
   * In the caller's transaction. The row is looked for first, on a connection of its own: to meet a
   * row by inserting would lock it until the caller ends its transaction, also against a take-over.
   */
  private Outcome joined(Run run, HandlerCall<?> call, Function<RowSummary, Outcome> meet) {
    Optional<RowSummary> there =
        UnansweredException.ask(
            Transition.COMPLETE, () -> store.get(run.claim().key()).map(row -> row.summary()));
    if (there.isPresent()) {
      return meet.apply(there.get());
    }
    try {
      return InCallersTransaction.joined(store, transaction -> joined(run, call, transaction));
    } finally {
      call.end();
    }
  }

  private Outcome joined(Run run, HandlerCall<?> call, StoreTransaction transaction) {
    if (store.complete(row(run)) instanceof RecordResult.Conflict) {
      // It may be of this very transaction, so nothing is answered before that has ended.
      return PendingConsumption.good(
          store, () -> runs.read(run, Answers::forRow, SingleTransaction::rolledBack));
    }
    call.make(transaction);
    Throwable error = InCallersTransaction.errorOf(call, transaction);
    if (error == null) {
      return PendingConsumption.good(store, () -> confirm(run));
    }
    boolean undone = transaction.undo();
    Verdict verdict = judge.judge(run, error);
    if (undone && verdict instanceof Verdict.Succeed) {
      store.complete(row(run));
      return PendingConsumption.good(store, () -> confirm(run));
    }
    return PendingConsumption.failed(
        store, undone, Verdict.failure(verdict, error), () -> runs.failed(run, verdict));
  }

  private static Outcome rolledBack() {
    return new Outcome.Redeliver(Redelivered.ROLLED_BACK, Duration.ZERO);
  }

  private Outcome confirm(Run run) {
    return runs.read(
        run,
        row ->
            row.state() == ConsumptionState.SUCCEEDED ? runs.completed(run) : Answers.forRow(row),
        () -> runs.undecided(run, judge.judge(run, NotCommittedException.rolledBack())));
  }
}
