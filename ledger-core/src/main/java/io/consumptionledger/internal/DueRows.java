package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.PayloadState;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Runs rows that were due the way a delivery is run, from what is stored of them; or ends those
 * that cannot or must not run.
 */
final class DueRows implements DueRunner {
  private static final String TYPE = "Replay";

  /** After these the handler may have run, or half run, before. */
  private static final Set<WaitReason> MAY_HAVE_RUN =
      EnumSet.of(WaitReason.FAILURE, WaitReason.RECOVERED);

  /** Answers that say that the handler did not run and the claim is still held. */
  private static final Set<Redelivered> NOT_STARTED =
      EnumSet.of(Redelivered.SHUTTING_DOWN, Redelivered.NO_HEARTBEAT);

  private final Engine engine;
  private final Map<String, HandlerDeclaration<?>> handlers;
  private final RunningClaims running;
  private final Starts starts;
  private final Reports reports;
  private final BooleanSupplier renewing;

  DueRows(
      Engine engine,
      Map<String, HandlerDeclaration<?>> handlers,
      RunningClaims running,
      Starts starts,
      Reports reports,
      BooleanSupplier renewing) {
    this.engine = engine;
    this.handlers = handlers;
    this.running = running;
    this.starts = starts;
    this.reports = reports;
    this.renewing = renewing;
  }

  @Override
  public boolean isReady() {
    return !running.isClosed() && renewing.getAsBoolean();
  }

  @Override
  public void run(DueClaim due, long claimSentAt) {
    RunningClaims.Call call = running.enter();
    if (call == null) {
      giveBack(due, claimSentAt);
      return;
    }
    try {
      run(handlers.get(due.claim().key().handlerId()), due, claimSentAt);
    } finally {
      running.leave(call);
    }
  }

  private <T> void run(HandlerDeclaration<T> handler, DueClaim due, long claimSentAt) {
    Run run = begin(handler, due, claimSentAt);
    Optional<Failure> end = unfit(run, due);
    if (end.isPresent()) {
      engine.settle(run, new Verdict.Bury(end.get()));
      return;
    }
    starts.turn(due.claim(), due.turn());
    T message;
    try {
      message = handler.decoder().decode(run.delivery());
    } catch (Throwable t) {
      engine.settleUndecoded(run, t);
      return;
    }
    Outcome outcome = engine.runDue(run, handler, message);
    if (outcome instanceof Outcome.Redeliver again && NOT_STARTED.contains(again.reason())) {
      engine.settle(run, notStarted());
    }
  }

  /**
   * By RELEASE: it is due at once, and since it counts a start and a yield, no failed attempt is
   * charged. A row that is unfit to run ends here too, because RELEASE would hide why it waited.
   */
  @Override
  public void giveBack(DueClaim due, long claimSentAt) {
    Run run = begin(handlers.get(due.claim().key().handlerId()), due, claimSentAt);
    engine.settle(
        run, unfit(run, due).<Verdict>map(Verdict.Bury::new).orElseGet(DueRows::notStarted));
  }

  private static Verdict notStarted() {
    return new Verdict.Yield(
        Failure.of(ErrorClass.RETRYABLE, TYPE, "NOT_STARTED", "it could not be started"),
        Duration.ZERO);
  }

  private Run begin(HandlerDeclaration<?> handler, DueClaim due, long claimSentAt) {
    Claim claim = due.claim();
    reports.moved(
        claim.key(), Transition.CLAIM_DUE, ConsumptionState.PROCESSING, claim.attempt(), null);
    LeaseClock lease = engine.leaseClock(handler, claimSentAt);
    return new Run(handler, delivery(due), claim, lease, due.age(), due.content());
  }

  static Delivery delivery(DueClaim due) {
    ConsumptionKey key = due.claim().key();
    Content content = due.content();
    return Delivery.to(key.handlerId(), key.eventId())
        .tenant(key.tenant())
        .itemKey(key.itemKey())
        .metadata(due.metadata())
        .headers(content.headers())
        .rawKey(content.rawKey().orElse(null))
        .payload(content.payload().orElse(null))
        .build();
  }

  /** Why a row must not or cannot be run from what is stored; empty if it may. */
  private Optional<Failure> unfit(Run run, DueClaim due) {
    Claim claim = due.claim();
    if (due.content().state() == PayloadState.TRUNCATED) {
      return unfit("TRUNCATED", "its content was over the limit and cut, so it cannot be replayed");
    }
    if (!due.contentIntact()) {
      String detail = "the stored payload no longer has the hash that was stored with it";
      reports.anomaly(claim.key(), claim.epoch(), AnomalyKind.CONTENT_CORRUPTED, detail);
      return unfit("CORRUPTED", detail + ", so it cannot be replayed");
    }
    boolean unsafe = run.handler().safety() == ReplaySafety.UNSAFE;
    if (unsafe && MAY_HAVE_RUN.contains(due.reason()) && !due.replay()) {
      return unfit("UNSAFE", "the handler must not run again by itself; a person decides");
    }
    return Optional.empty();
  }

  private static Optional<Failure> unfit(String code, String message) {
    return Optional.of(Failure.of(ErrorClass.UNRECOVERABLE, TYPE, code, message));
  }
}
