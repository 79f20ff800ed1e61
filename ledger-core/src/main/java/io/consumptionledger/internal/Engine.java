package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Classification;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** LEASED consumption of one delivery: claim, run, classify, settle, answer. */
public final class Engine {
  private static final String LOST_IN_TRANSACTION =
      "the lease was lost before the settle; the transaction must be rolled back";
  private static final int MOST_RENEWALS = 3;
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Node node;
  private final Timing timing;
  private final Reports reports;
  private final Judge judge;
  private final Settler settler;
  private final Orphans orphans;
  private final Terminals terminals;
  private final LeaseTimes times;
  private final RunningClaims running;
  private final BooleanSupplier renewing;
  private final Starts starts;

  /**
   * Puts the engine together.
   *
   * @param parts what it works with
   * @param reports who hears of it
   * @param running where its claims are renewed
   * @param renewing whether they are, at the moment
   */
  Engine(EngineParts parts, Reports reports, RunningClaims running, BooleanSupplier renewing) {
    this.store = parts.store();
    this.node = parts.node();
    this.timing = parts.timing();
    this.reports = reports;
    this.times = parts.times();
    this.running = running;
    this.renewing = renewing;
    this.judge = new Judge(parts.classifier(), store.errorClassifier(), reports);
    this.settler = new Settler(store, reports, timing, parts.hints());
    this.orphans = new Orphans(store, node, reports);
    this.starts = new Starts(store, node, reports);
    this.terminals = new Terminals(store, orphans, reports, timing);
  }

  /** Tells the listener what is about to start. */
  public void inventory(List<HandlerDeclaration<?>> handlers) {
    reports.inventory(handlers);
  }

  /** Consumes a delivery with its handler. */
  public <T> Outcome consume(HandlerDeclaration<T> handler, Delivery delivery) {
    Optional<Failure> missing = Places.missing(handler, delivery);
    if (missing.isPresent()) {
      return terminals.record(handler, delivery, missing.get());
    }
    T message;
    try {
      message = handler.decoder().decode(delivery);
    } catch (Throwable t) {
      return undecoded(handler, delivery, t);
    }
    try {
      return claimAndRun(handler, delivery, message);
    } catch (UnansweredException e) {
      reports.notRecorded(delivery.key(), e.wanted(), e.getCause());
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
  }

  /** A message is poison only if it is to blame; a decoder may also fail for want of a service. */
  private Outcome undecoded(HandlerDeclaration<?> handler, Delivery delivery, Throwable error) {
    if (error instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new Outcome.Redeliver(Redelivered.INTERRUPTED, Duration.ZERO);
    }
    Classification judged = judge.classify(delivery.key(), error);
    if (Judge.mayPass(judged, error)) {
      reports.userCodeFailed(delivery.key(), "the decoder", error);
      return new Outcome.Redeliver(Redelivered.DECODER_FAILED, ASK_AGAIN);
    }
    Failure failure = Failure.of(ErrorClass.POISON, error, judged.code());
    return terminals.record(handler, delivery, failure);
  }

  /** Records a message that the application gave up on. */
  public Outcome refuse(HandlerDeclaration<?> handler, Delivery delivery, Throwable cause) {
    Classification judged = judge.classify(delivery.key(), cause);
    ErrorClass errorClass = judged.errorClass();
    boolean terminal = errorClass != ErrorClass.RETRYABLE && errorClass != ErrorClass.SKIP;
    Failure failure =
        Failure.of(terminal ? errorClass : ErrorClass.UNRECOVERABLE, cause, judged.code());
    return terminals.record(handler, delivery, failure);
  }

  /** Keeps a message that has no key. */
  public Outcome quarantine(QuarantinedMessage message) {
    try {
      store.quarantine(message);
      return new Outcome.Acknowledge(Acknowledged.QUARANTINED);
    } catch (StoreException e) {
      reports.notQuarantined(message, e);
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
  }

  private <T> Outcome claimAndRun(HandlerDeclaration<T> handler, Delivery delivery, T message) {
    if (!renewing.getAsBoolean()) {
      return notRenewing(ASK_AGAIN);
    }
    LeaseClock lease = new LeaseClock(timing, handler.lease(), times.margin(handler.lease()));
    Starts.Start start = starts.start(handler, delivery, () -> lease.restart(timing.nanoTime()));
    if (start.answer() != null) {
      return start.answer();
    }
    if (start.claim() != null) {
      return run(
          new Run(handler, delivery, start.claim(), lease, Duration.ZERO),
          handler.handler(),
          message);
    }
    RowSummary existing = start.row();
    boolean samePayload = existing.hash().equals(delivery.payload().hash());
    if (!samePayload) {
      reports.anomaly(
          existing.key(),
          existing.epoch(),
          AnomalyKind.PAYLOAD_MISMATCH,
          "the same key came with another payload");
    }
    if (!existing.leaseExpired()) {
      return Answers.forRow(existing);
    }
    lease.restart(timing.nanoTime());
    Orphans.Decision decision =
        ask(Transition.TAKE_OVER, () -> orphans.decide(handler, existing, delivery, samePayload));
    if (decision.claim() == null) {
      return decision.answer();
    }
    Run run = new Run(handler, delivery, decision.claim(), lease, existing.age());
    return run(run, handler.handler(), message);
  }

  /** Runs a claim's handler; the claim is renewed until its row is settled. */
  private <T> Outcome run(Run run, Handler<? super T> handler, T message) {
    RunningClaim claim = running.add(run);
    try {
      Outcome refusal = begin(claim);
      return refusal == null ? handle(claim, handler, message) : refusal;
    } finally {
      running.remove(claim);
    }
  }

  private Outcome begin(RunningClaim claim) {
    LeaseClock lease = claim.lease();
    for (int tries = 0; lease.tooShortToStart(); tries++) {
      if (tries == MOST_RENEWALS) {
        return new Outcome.Redeliver(Redelivered.LEASE_LOST, lease.left());
      }
      if (!renewed(claim.claim(), lease)) {
        return new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
      }
    }
    if (!renewing.getAsBoolean()) {
      return notRenewing(lease.left());
    }
    return running.begin(claim)
        ? null
        : new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
  }

  private Outcome notRenewing(Duration retryAfter) {
    Redelivered reason = running.isClosed() ? Redelivered.SHUTTING_DOWN : Redelivered.NO_HEARTBEAT;
    return new Outcome.Redeliver(reason, retryAfter);
  }

  private <T> Outcome handle(RunningClaim claim, Handler<? super T> handler, T message) {
    Throwable error = null;
    try {
      handler.handle(message, claim);
    } catch (Throwable t) {
      error = t;
    }
    boolean lost = claim.handlerEnded();
    // An interrupt is the handler's affair; it must not break the settle. It is put back after it,
    // unless it was ours: then it has served its purpose.
    boolean interrupted = Thread.interrupted() || error instanceof InterruptedException;
    interrupted &= !claim.interruptedByLoss();
    Run run = claim.run();
    try {
      Verdict verdict = error == null ? new Verdict.Succeed() : judge.judge(run, error);
      return lost && !(verdict instanceof Verdict.Succeed)
          ? abandoned(run, verdict)
          : settle(run, verdict);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A handler that fails after its lease was lost may have failed because of that, so its failure
   * says nothing about the message: it is not recorded, and nothing is charged. A success is
   * another matter, the effect is there: the token decides whether it can still be recorded.
   */
  private Outcome abandoned(Run run, Verdict verdict) {
    Outcome answer = settler.abandoned(run.claim(), failureOf(verdict));
    return store.inCallerTransaction()
        ? new PendingConsumption(store, lostInTransaction(), () -> answer)
        : answer;
  }

  private static Failure lostInTransaction() {
    return Failure.of(ErrorClass.RETRYABLE, "LeaseLost", null, LOST_IN_TRANSACTION);
  }

  /** Settles a claimed row whose stored content the decoder did not take. */
  void settleUndecoded(Run run, Throwable error) {
    boolean interrupted = Thread.interrupted() || error instanceof InterruptedException;
    try {
      settle(run, judge.judgeUndecoded(run, error));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs a row that was due and is claimed. */
  <T> Outcome runDue(Run run, HandlerDeclaration<T> handler, T message) {
    try {
      return run(run, handler.handler(), message);
    } catch (UnansweredException e) {
      reports.notRecorded(run.claim().key(), e.wanted(), e.getCause());
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
  }

  /** A clock for a claim that was sent at a moment. */
  LeaseClock leaseClock(HandlerDeclaration<?> handler, long claimSentAt) {
    LeaseClock lease = new LeaseClock(timing, handler.lease(), times.margin(handler.lease()));
    lease.restart(claimSentAt);
    return lease;
  }

  Outcome settle(Run run, Verdict verdict) {
    boolean joined = store.inCallerTransaction();
    if (joined && !(verdict instanceof Verdict.Succeed)) {
      // What the handler wrote must be rolled back, so its failure cannot stand beside it.
      return new PendingConsumption(store, failureOf(verdict), () -> settler.settle(run, verdict));
    }
    Outcome answer = settler.settle(run, verdict);
    if (answer == null) {
      return new PendingConsumption(store, null, () -> afterTransaction(run));
    }
    if (joined) {
      // The lease was lost, so somebody else may have the same effect: it must not be committed.
      return new PendingConsumption(store, lostInTransaction(), () -> answer);
    }
    return answer;
  }

  private Outcome afterTransaction(Run run) {
    Claim claim = run.claim();
    RowSummary row;
    try {
      row = store.lockedRead(claim.key()).orElse(null);
    } catch (StoreException e) {
      return new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN);
    }
    boolean mine = row != null && row.has(claim.token());
    if (mine && row.state() == ConsumptionState.SUCCEEDED) {
      settler.moved(claim, Transition.SUCCEED, null);
      return new Outcome.Acknowledge(Acknowledged.PROCESSED);
    }
    if (mine && row.state() == ConsumptionState.PROCESSING) {
      return settler.settle(run, judge.judge(run, new RolledBackException()));
    }
    return settler.lost(claim, Transition.SUCCEED, row == null ? "gone" : row.state().name());
  }

  private boolean renewed(Claim claim, LeaseClock lease) {
    long sentAt = timing.nanoTime();
    RenewResult result =
        ask(Transition.RENEW, () -> store.renew(List.of(claim), lease.lease()).get(claim));
    if (result == RenewResult.RENEWED) {
      lease.restart(sentAt);
    }
    return result == RenewResult.RENEWED;
  }

  private static Failure failureOf(Verdict verdict) {
    if (verdict instanceof Verdict.Retry retry) {
      return retry.failure();
    }
    return verdict instanceof Verdict.Yield yield
        ? yield.reason()
        : ((Verdict.Bury) verdict).failure();
  }

  /** Before the handler has run, a store that does not answer means: deliver again. */
  private static <R> R ask(Transition wanted, Supplier<R> question) {
    try {
      return question.get();
    } catch (StoreException e) {
      throw new UnansweredException(wanted, e);
    }
  }
}
