package io.consumptionledger;

import io.consumptionledger.internal.replay.Eventually;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A ledger that replays, rows that it finds, and what its handler saw of them. */
final class ReplayFixture {
  static final Failure FAILED = Failure.of(ErrorClass.RETRYABLE, "T", null, "m");

  final List<Attempt> attempts = new CopyOnWriteArrayList<>();

  private final EngineFixture engine;

  ReplayFixture(EngineFixture engine) {
    this.engine = engine;
  }

  Ledger ledger(HandlerDeclaration<?> handler) {
    return engine.ledger(handler, b -> b.timing(engine.ticking()).replayWorkers(4));
  }

  HandlerDeclaration.Builder<Delivery> recording(ReplaySafety safety, Handler<Delivery> then) {
    return EngineFixture.handler(
        safety,
        (message, attempt) -> {
          attempts.add(attempt);
          then.handle(message, attempt);
        });
  }

  static void doNothing(Delivery message, Attempt attempt) {
    // Just succeeds.
  }

  /** A row that failed and is due. */
  void scheduled(String eventId) {
    Delivery delivery = EngineFixture.delivery(eventId, "x");
    engine.rows.recordFailure(
        NewRow.of(delivery, Content.of(delivery, 100)), FAILED, Duration.ZERO);
  }

  void stateIs(String eventId, ConsumptionState state) {
    Eventually.is(
        eventId + " is " + state,
        () -> {
          engine.elapse(Duration.ofMillis(20));
          return engine.state(eventId) == state;
        });
  }
}
