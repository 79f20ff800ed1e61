package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.Classification;
import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Consumption of one delivery: claim, run, classify, settle, answer. */
public final class Engine {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final LedgerStore store;
  private final Node node;
  private final Timing timing;
  private final Reports reports;
  private final Judge judge;
  private final Settler settler;
  private final Execution execution;
  private final SingleTransaction single;
  private final Orphans orphans;
  private final Terminals terminals;
  private final LeaseTimes times;
  private final Starts starts;
  private final Polls polls;

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
    this.judge = new Judge(parts.classifier(), store.errorClassifier(), reports);
    HotPath hotPath = new HotPath(store, node, reports, parts.batching());
    this.settler = new Settler(store, hotPath, reports, timing, parts.hints());
    this.execution = new Execution(parts, judge, settler, running, renewing);
    Tries tries = new Tries(reports, timing);
    this.orphans = new Orphans(store, node, reports);
    this.starts = new Starts(store, hotPath, reports);
    this.terminals = new Terminals(store, orphans, reports, tries);
    this.single = new SingleTransaction(parts, judge, reports, tries);
    this.polls =
        new Polls(
            this,
            new PollParts(
                store, node, timing, reports, running, starts, execution, judge, settler));
  }

  /** Tells the listener what is about to start. */
  public void inventory(List<HandlerDeclaration<?>> handlers) {
    reports.inventory(handlers);
  }

  /** Consumes a delivery with its handler. */
  public <T> Outcome consume(HandlerDeclaration<T> handler, Delivery delivery) {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    decode(
        handler,
        delivery,
        message -> outcome.set(consume(handler, delivery, message)),
        outcome::set);
    return outcome.get();
  }

  /** Consumes many; see {@link Polls}. */
  void consumeAll(List<Polls.Asked> asked, Outcome[] outcomes, Executor executor) {
    polls.consume(asked, outcomes, executor);
  }

  /** Makes a message of a poll, or the answer to one that cannot be decoded. */
  <T> void prepare(
      HandlerDeclaration<T> handler,
      Delivery delivery,
      Consumer<PollMessage<?>> ready,
      Consumer<Outcome> answered) {
    Optional<Outcome> refusal = execution.notRenewing(ASK_AGAIN);
    if (refusal.isPresent()) {
      answered.accept(refusal.get());
      return;
    }
    decode(
        handler,
        delivery,
        message ->
            ready.accept(
                new PollMessage<>(
                    handler,
                    delivery,
                    message,
                    leaseClock(handler),
                    row -> meet(row, handler, delivery, message))),
        answered);
  }

  private <T> void decode(
      HandlerDeclaration<T> handler,
      Delivery delivery,
      Consumer<T> decoded,
      Consumer<Outcome> answered) {
    Optional<Failure> missing = Places.missing(handler, delivery);
    if (missing.isPresent()) {
      answered.accept(terminals.record(handler, delivery, missing.get()));
      return;
    }
    T message;
    try {
      message = handler.decoder().decode(delivery);
    } catch (Throwable t) {
      answered.accept(undecoded(handler, delivery, t));
      return;
    }
    decoded.accept(message);
  }

  private <T> Outcome consume(HandlerDeclaration<T> handler, Delivery delivery, T message) {
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
    if (handler.mode() == ConsumptionMode.SINGLE_TRANSACTION) {
      Claim none = new Claim(delivery.key(), ClaimToken.random(), 0, 1, 0);
      Run run = new Run(handler, delivery, none, leaseClock(handler), Duration.ZERO);
      return single.consume(
          run, handler.handler(), message, row -> meet(row, handler, delivery, message));
    }
    Optional<Outcome> refusal = execution.notRenewing(ASK_AGAIN);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    LeaseClock lease = leaseClock(handler);
    Starts.Start start = starts.start(handler, delivery, () -> lease.restart(timing.nanoTime()));
    if (start.answer() != null) {
      return start.answer();
    }
    if (start.claim() != null) {
      return execution.run(
          new Run(handler, delivery, start.claim(), lease, Duration.ZERO),
          handler.handler(),
          message);
    }
    return meet(start.row(), handler, delivery, message);
  }

  /** There is a row already: an answer, or the work of an owner that died. */
  private <T> Outcome meet(
      RowSummary existing, HandlerDeclaration<T> handler, Delivery delivery, T message) {
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
    Optional<Outcome> refusal = execution.notRenewing(ASK_AGAIN);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    LeaseClock lease = leaseClock(handler);
    Orphans.Decision decision =
        UnansweredException.ask(
            Transition.TAKE_OVER, () -> orphans.decide(handler, existing, delivery, samePayload));
    if (decision.claim() == null) {
      return decision.answer();
    }
    Run run = new Run(handler, delivery, decision.claim(), lease, existing.age());
    return execution.run(run, handler.handler(), message);
  }

  /** The way to run rows that are due, with the rules of the live path. */
  DueRunner dueRunner(Map<String, HandlerDeclaration<?>> handlers, RunningClaims running) {
    DueSettler due = new DueSettler(judge, settler, reports);
    return new DueRows(handlers, running, execution, starts, due, reports, this::leaseClock);
  }

  private LeaseClock leaseClock(HandlerDeclaration<?> handler) {
    return new LeaseClock(timing, handler.lease(), times.margin(handler.lease()));
  }
}
