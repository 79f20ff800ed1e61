package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConsumeTest {
  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final AtomicInteger runs = new AtomicInteger();

  private Ledger counting() {
    return fixture.ledger(
        handler(ReplaySafety.IDEMPOTENT, (m, a) -> runs.incrementAndGet()).build());
  }

  @Test
  void newMessageIsHandledOnceAndItsDuplicateIsAcknowledged() {
    Ledger ledger = counting();

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.DUPLICATE));

    assertThat(runs).hasValue(1);
    assertThat(fixture.state("e1")).isEqualTo(ConsumptionState.SUCCEEDED);
  }

  @Test
  void settlingTakesOneCallAndANewMessageTwo() {
    Ledger ledger = counting();
    fixture.calls.clear();

    ledger.consume(delivery("e1", "x"));

    assertThat(fixture.calls)
        .containsExactly(
            "inCallerTransaction",
            "claim",
            "inCallerTransaction",
            "inCallerTransaction",
            "succeed");
  }

  @Test
  void messageThatAnotherNodeWorksOnIsRedeliveredWithTheTimeItsLeaseHasLeft() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(20));

    assertThat(counting().consume(delivery("e1", "x")))
        .isEqualTo(new Redeliver(Redelivered.BUSY, Duration.ofSeconds(40)));
    assertThat(runs).hasValue(0);
  }

  @Test
  void orphanIsTakenOverAndReportedOnce() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      assertThat(a.number()).isEqualTo(2);
                      assertThat(a.epoch()).isEqualTo(2);
                      assertThat(a.isOwned()).isTrue();
                      runs.incrementAndGet();
                    })
                .build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));

    assertThat(runs).hasValue(1);
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
  }

  @Test
  void orphanThatIsSeenAgainAndAgainIsReportedOnceAndNotChanged() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));
    fixture.failNext("takeOver", 3);
    Ledger ledger = counting();
    long version = fixture.row("e1").summary().rowVersion();

    for (int i = 0; i < 3; i++) {
      assertThat(ledger.consume(delivery("e1", "x"))).isInstanceOf(Redeliver.class);
    }

    assertThat(fixture.row("e1").summary().rowVersion()).isEqualTo(version);
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
  }

  @Test
  void orphanOfAnUnsafeHandlerBecomesADeadLetterWithItsPayload() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));
    Ledger ledger =
        fixture.ledger(handler(ReplaySafety.UNSAFE, (m, a) -> runs.incrementAndGet()).build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));

    assertThat(runs).hasValue(0);
    assertThat(fixture.row("e1").failure().code()).isEqualTo("LEASE_ORPHAN");
    assertThat(fixture.rows.content(ConsumptionKey.of(HANDLER, "e1"))).isPresent();
  }

  @Test
  void messageThatAlwaysKillsItsOwnerEndsAsACrashLoop() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    Ledger ledger =
        fixture.ledger(
            handler(
                    ReplaySafety.IDEMPOTENT,
                    (m, a) -> {
                      runs.incrementAndGet();
                      fixture.elapse(Duration.ofSeconds(61));
                      fixture.faults.put("succeed", this::storeDown);
                    })
                .maxAttempts(3)
                .build());
    fixture.elapse(Duration.ofSeconds(61));

    assertThat(ledger.consume(delivery("e1", "x"))).isInstanceOf(Redeliver.class);
    assertThat(ledger.consume(delivery("e1", "x"))).isInstanceOf(Redeliver.class);
    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));

    assertThat(runs).hasValue(2);
    assertThat(fixture.row("e1").failure().errorClass()).isEqualTo(ErrorClass.CRASH_LOOP);
    assertThat(fixture.anomalies()).contains(AnomalyKind.CRASH_LOOP);
  }

  @Test
  void sameKeyWithAnotherPayloadIsADuplicateAndAnAnomalyOnce() {
    Ledger ledger = counting();
    ledger.consume(delivery("e1", "x"));

    assertThat(ledger.consume(delivery("e1", "other")))
        .isEqualTo(new Acknowledge(Acknowledged.DUPLICATE));
    ledger.consume(delivery("e1", "other"));

    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.PAYLOAD_MISMATCH);
    assertThat(fixture.alerts).hasSize(1);
    assertThat(runs).hasValue(1);
  }

  @Test
  void orphanThatComesAgainWithAnotherPayloadIsLeftToAPerson() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));

    assertThat(counting().consume(delivery("e1", "other")))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));

    assertThat(runs).hasValue(0);
    assertThat(fixture.row("e1").failure().errorClass()).isEqualTo(ErrorClass.CONFLICT);
  }

  @Test
  void discardedMessageStaysDiscarded() {
    Ledger ledger = counting();
    ledger.refuse(delivery("e1", "x"), new IllegalArgumentException("no such customer"));
    long version = fixture.row("e1").summary().rowVersion();
    fixture.rows.discard(
        ConsumptionKey.of(HANDLER, "e1"), version, new OperatorAction("ann", "test order"));

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.DISCARDED));
    assertThat(runs).hasValue(0);
  }

  @Test
  void messageOfAnUnknownHandlerIsRefusedByNameAndNothingIsRecorded() {
    Ledger ledger = counting();
    Delivery stranger = Delivery.to("nobody", "e1").build();

    assertThatThrownBy(() -> ledger.consume(stranger))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage("handlerId is \"nobody\", this ledger knows [billing.order-placed]");
    assertThat(fixture.rows.get(stranger.key())).isEmpty();
  }

  @Test
  void messageThatCannotBeDecodedIsADeadLetterWithoutAClaim() {
    for (Throwable thrown : new Throwable[] {new Exception("bad"), new StackOverflowError()}) {
      EngineFixture f = new EngineFixture();
      Decoder<Object> broken =
          d -> {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (Exception) thrown;
          };
      Ledger ledger =
          f.ledger(
              HandlerDeclaration.of(HANDLER, ReplaySafety.IDEMPOTENT, broken, (m, a) -> {})
                  .build());

      assertThat(ledger.consume(delivery("e1", "x")))
          .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));

      assertThat(f.row("e1").failure().errorClass()).isEqualTo(ErrorClass.POISON);
      assertThat(f.calls).doesNotContain("claim");
      assertThat(f.alerts).hasSize(1);
    }
  }

  @Test
  void decoderThatFailsForAReasonThatMayPassIsAnsweredRedeliver() {
    for (Throwable thrown :
        new Throwable[] {
          new TimeoutException("the registry is down"),
          HandlerSignal.retryable("later", null),
          new OutOfMemoryError()
        }) {
      EngineFixture f = new EngineFixture();
      Decoder<Object> broken =
          d -> {
            if (thrown instanceof Error error) {
              throw error;
            }
            throw (Exception) thrown;
          };
      Ledger ledger =
          f.ledger(
              HandlerDeclaration.of(HANDLER, ReplaySafety.IDEMPOTENT, broken, (m, a) -> {})
                  .build());

      assertThat(ledger.consume(delivery("e1", "x")))
          .isEqualTo(new Redeliver(Redelivered.DECODER_FAILED, Duration.ofSeconds(1)));
      assertThat(f.rows.get(ConsumptionKey.of(HANDLER, "e1"))).isEmpty();
      assertThat(f.heard).hasAtLeastOneElementOfType(LedgerEvent.UserCodeFailed.class);
    }
  }

  @Test
  void orphanWhoseMessageIsRefusedEndsAsADeadLetter() {
    otherNodeClaims("e1", Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));

    assertThat(counting().refuse(delivery("e1", "x"), new IllegalArgumentException("bad")))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));

    assertThat(fixture.state("e1")).isEqualTo(ConsumptionState.DEAD_LETTER);
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
  }

  @Test
  void liveClaimOfARefusedMessageIsLeftAlone() {
    otherNodeClaims("e1", Duration.ofSeconds(60));

    assertThat(counting().refuse(delivery("e1", "x"), new IllegalArgumentException("bad")))
        .isEqualTo(new Redeliver(Redelivered.BUSY, Duration.ofSeconds(60)));
    assertThat(fixture.state("e1")).isEqualTo(ConsumptionState.PROCESSING);
  }

  @Test
  void policyThatCannotDescribeItselfDoesNotKeepTheLedgerFromStarting() {
    RetryPolicy rude =
        new RetryPolicy() {
          @Override
          public Duration delay(int attempt, Failure failure) {
            return Duration.ofSeconds(1);
          }

          @Override
          public String toString() {
            throw new IllegalStateException("no");
          }
        };
    assertThat(
            fixture
                .ledger(handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).retryPolicy(rude).build())
                .handlers())
        .hasSize(1);
  }

  @Test
  void everyHandlerIsListedWithItsSafety() {
    assertThat(counting().handlers())
        .singleElement()
        .satisfies(h -> assertThat(h.safety()).isEqualTo(ReplaySafety.IDEMPOTENT))
        .satisfies(h -> assertThat(h.toString()).contains(HANDLER, "IDEMPOTENT", "RERUN"));
  }

  @Test
  void everyHandlerIsLoggedAtTheStartWithItsSafety() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("io.consumptionledger");
    java.util.logging.Handler listener =
        new java.util.logging.Handler() {
          @Override
          public void publish(LogRecord record) {
            logged.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(listener);
    try {
      fixture.ledger(
          handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).build(),
          b ->
              b.handler(
                  HandlerDeclaration.of(
                          "billing.refund", ReplaySafety.UNSAFE, Decoder.none(), (m, a) -> {})
                      .build()));
    } finally {
      logger.removeHandler(listener);
    }

    assertThat(logged)
        .anySatisfy(line -> assertThat(line).contains(HANDLER, "safety=IDEMPOTENT"))
        .anySatisfy(line -> assertThat(line).contains("billing.refund", "safety=UNSAFE"));
  }

  private Object storeDown() {
    throw new StoreException("down", null);
  }

  private void otherNodeClaims(String eventId, Duration lease) {
    fixture.rows.claim(
        NewRow.of(delivery(eventId, "x"), null), ClaimToken.random(), Node.start("node-2"), lease);
  }
}
