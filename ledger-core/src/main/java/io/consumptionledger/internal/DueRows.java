package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Runs rows that were due the way a delivery is run, from what is stored of them. */
final class DueRows implements DueRunner {
  /** Answers that say that the handler was not called and the claim is still held. */
  private static final Set<Redelivered> NOT_STARTED =
      EnumSet.of(Redelivered.SHUTTING_DOWN, Redelivered.NO_HEARTBEAT);

  private final Map<String, HandlerDeclaration<?>> handlers;
  private final RunningClaims running;
  private final Execution execution;
  private final Starts starts;
  private final DueSettler settler;
  private final Reports reports;
  private final Function<HandlerDeclaration<?>, LeaseClock> clocks;

  DueRows(
      Map<String, HandlerDeclaration<?>> handlers,
      RunningClaims running,
      Execution execution,
      Starts starts,
      DueSettler settler,
      Reports reports,
      Function<HandlerDeclaration<?>, LeaseClock> clocks) {
    this.handlers = handlers;
    this.running = running;
    this.execution = execution;
    this.starts = starts;
    this.settler = settler;
    this.reports = reports;
    this.clocks = clocks;
  }

  @Override
  public boolean isReady() {
    return !running.isClosed() && execution.notRenewing(Duration.ZERO).isEmpty();
  }

  @Override
  public void run(DueClaim due, long claimSentAt) {
    RunningClaims.Call call = running.enter();
    if (call == null) {
      giveBack(due, claimSentAt, Duration.ZERO);
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
    if (settler.buried(run, due)) {
      return;
    }
    starts.turn(due.claim(), due.turn());
    T message;
    try {
      message = handler.decoder().decode(run.delivery());
    } catch (Throwable t) {
      settler.undecoded(run, t);
      return;
    }
    Outcome outcome;
    try {
      outcome = execution.run(run, handler.handler(), message);
    } catch (UnansweredException e) {
      reports.notRecorded(run.claim().key(), e.wanted(), e.getCause());
      return;
    }
    if (outcome instanceof Outcome.Redeliver again && NOT_STARTED.contains(again.reason())) {
      settler.notStarted(run, due, Duration.ZERO);
    }
  }

  @Override
  public void giveBack(DueClaim due, long claimSentAt, Duration delay) {
    Run run = begin(handlers.get(due.claim().key().handlerId()), due, claimSentAt);
    settler.notStarted(run, due, delay);
  }

  private Run begin(HandlerDeclaration<?> handler, DueClaim due, long claimSentAt) {
    reports.moved(
        due.claim().key(),
        Transition.CLAIM_DUE,
        ConsumptionState.PROCESSING,
        due.claim().attempt(),
        null);
    LeaseClock lease = clocks.apply(handler);
    lease.restart(claimSentAt);
    return new Run(handler, delivery(due), due.claim(), lease, due.age(), due.content());
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
}
