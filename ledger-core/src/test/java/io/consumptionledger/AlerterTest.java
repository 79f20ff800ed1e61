package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Poison, failures that could not be recorded and anomalies wake somebody; nothing else does. */
class AlerterTest {
  private final EngineFixture fixture = new EngineFixture();

  private void consume(Throwable thrown) {
    fixture
        .ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      if (thrown instanceof Exception e) {
                        throw e;
                      }
                    })
                .build())
        .consume(delivery("e1", "x"));
  }

  @Test
  void poisonWakesSomebody() {
    consume(HandlerSignal.poison("no such field", null));

    assertThat(fixture.alerts)
        .singleElement()
        .isInstanceOfSatisfying(
            LedgerEvent.Moved.class,
            moved -> assertThat(moved.failure().errorClass()).isEqualTo(ErrorClass.POISON));
  }

  @Test
  void failureThatCouldNotBeRecordedWakesSomebody() {
    fixture.failNext("scheduleRetry", Integer.MAX_VALUE);

    consume(HandlerSignal.retryable("busy", null));

    assertThat(fixture.alerts)
        .singleElement()
        .isInstanceOfSatisfying(
            LedgerEvent.NotRecorded.class,
            event -> assertThat(event.wanted()).isEqualTo(Transition.SCHEDULE_RETRY));
  }

  @Test
  void anomalyWakesSomebodyOncePerClaim() {
    fixture.rows.claim(
        NewRow.of(delivery("e1", "another payload"), null),
        ClaimToken.random(),
        Node.start("node-2"),
        Duration.ofSeconds(60));

    consume(null);
    consume(null);

    assertThat(fixture.alerts)
        .containsExactly(
            new LedgerEvent.AnomalySeen(
                ConsumptionKey.of(HANDLER, "e1"),
                AnomalyKind.PAYLOAD_MISMATCH,
                "the same key came with another payload"));
  }

  @Test
  void successRetryAndPermanentFailureWakeNobody() {
    for (Throwable thrown :
        new Throwable[] {
          null, HandlerSignal.retryable("busy", null), HandlerSignal.permanent("gone", null)
        }) {
      EngineFixture f = new EngineFixture();
      Ledger ledger =
          f.ledger(
              handler(
                      ReplaySafety.IDEMPOTENT,
                      (m, a) -> {
                        if (thrown instanceof Exception e) {
                          throw e;
                        }
                      })
                  .build());
      assertThat(ledger.consume(delivery("e1", "x"))).isInstanceOf(Outcome.Acknowledge.class);
      assertThat(f.alerts).isEmpty();
    }
  }
}
