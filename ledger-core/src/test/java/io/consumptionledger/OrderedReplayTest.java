package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.internal.replay.Eventually;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.Order;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Parked messages run when their turn comes. */
class OrderedReplayTest {
  @RegisterExtension private final EngineFixture engine = new EngineFixture();
  private final ReplayFixture replay = new ReplayFixture(engine);

  private final List<String> runs = new CopyOnWriteArrayList<>();

  private Ledger ledger(ReplaySafety safety) {
    HandlerDeclaration<Delivery> declaration =
        handler(
                safety,
                (message, attempt) -> {
                  runs.add(message.key().eventId());
                  if (message.key().eventId().startsWith("bad")) {
                    throw HandlerSignal.permanent("broken", null);
                  }
                })
            .orderedBy(OrderSource.SEQUENCE)
            .build();
    return replay.ledger(declaration);
  }

  private static Delivery at(String event, long sequence) {
    return Delivery.to(HANDLER, event)
        .payload(new byte[] {1})
        .aggregate("order", "o-1")
        .sequence(sequence)
        .build();
  }

  private static NewRow row(String event, long sequence) {
    Delivery delivery = at(event, sequence);
    return NewRow.of(delivery, Content.of(delivery, 100), new Order("order", "o-1", sequence));
  }

  @Test
  void givenParkedMessages_whenTheHeadIsDiscarded_thenTheyRunInOrder() {
    Ledger ledger = ledger(ReplaySafety.IDEMPOTENT);
    ledger.consume(at("bad", 1));
    for (long sequence : new long[] {4, 2, 3}) {
      assertThat(ledger.consume(at("e" + sequence, sequence)))
          .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
    }
    ConsumptionKey head = at("bad", 1).key();
    engine
        .rows
        .discard(
            head,
            engine.row("bad").summary().rowVersion(),
            new OperatorAction("ann", "will not be repaired"))
        .orThrow();

    replay.stateIs("e4", ConsumptionState.SUCCEEDED);
    assertThat(runs).containsExactly("bad", "e2", "e3", "e4");
    assertThat(engine.anomalies()).isEmpty();
  }

  @Test
  void givenALateMessageThatWasParked_whenItRuns_thenItIsReportedOutOfOrder() {
    engine.rows.recordFailure(row("e2", 2), ReplayFixture.FAILED, Duration.ZERO);
    Ledger ledger = ledger(ReplaySafety.IDEMPOTENT);
    replay.stateIs("e2", ConsumptionState.SUCCEEDED);
    engine.rows.recordFailure(row("e1", 1), ReplayFixture.FAILED, Duration.ZERO);
    ledger.pollNow();

    replay.stateIs("e1", ConsumptionState.SUCCEEDED);
    assertThat(engine.anomalies()).containsExactly(AnomalyKind.OUT_OF_ORDER);
  }

  @Test
  void givenAnUnsafeHandler_whenAFailedRowHadToWaitForItsTurn_thenItIsStillLeftToAPerson() {
    engine.rows.recordFailure(row("e2", 2), ReplayFixture.FAILED, Duration.ZERO);
    engine.rows.recordTerminal(row("bad", 1), ReplayFixture.FAILED);
    Ledger ledger = ledger(ReplaySafety.UNSAFE);
    Eventually.is(
        "e2 waits for its turn",
        () -> {
          engine.elapse(Duration.ofMillis(20));
          return engine.row("e2").waitReason() == WaitReason.ORDER;
        });
    engine
        .rows
        .resolve(
            at("bad", 1).key(),
            engine.row("bad").summary().rowVersion(),
            new OperatorAction("ann", "done by hand"))
        .orThrow();
    ledger.pollNow();

    replay.stateIs("e2", ConsumptionState.DEAD_LETTER);
    assertThat(runs).isEmpty();
  }

  @Test
  void givenAnUnsafeHandler_whenAParkedRowHasNeverRun_thenItRunsWhenItsTurnComes() {
    Ledger ledger = ledger(ReplaySafety.UNSAFE);
    ledger.consume(at("bad", 1));
    ledger.consume(at("e2", 2));
    engine
        .rows
        .resolve(
            at("bad", 1).key(),
            engine.row("bad").summary().rowVersion(),
            new OperatorAction("ann", "done by hand"))
        .orThrow();

    replay.stateIs("e2", ConsumptionState.SUCCEEDED);
    assertThat(runs).containsExactly("bad", "e2");
  }
}
