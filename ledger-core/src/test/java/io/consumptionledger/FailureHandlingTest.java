package io.consumptionledger;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureHandlingTest {
  @RegisterExtension final EngineFixture fixture = new EngineFixture();

  private static Handler<Delivery> failing(Throwable error) {
    return (m, a) -> sneak(error);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable error) throws E {
    throw (E) error;
  }

  private ConsumptionState after(ReplaySafety safety, Throwable error) {
    fixture.ledger(handler(safety, failing(error)).build()).consume(delivery("e1", "x"));
    return fixture.state("e1");
  }

  @ParameterizedTest
  @CsvSource({
    "IDEMPOTENT, RETRYABLE, RETRY_SCHEDULED",
    "NEEDS_TX_CLAIM, RETRYABLE, RETRY_SCHEDULED",
    "UNSAFE, RETRYABLE, DEAD_LETTER",
    "IDEMPOTENT, POISON, DEAD_LETTER",
    "IDEMPOTENT, UNRECOVERABLE, DEAD_LETTER",
    "IDEMPOTENT, CONFLICT, DEAD_LETTER",
    "IDEMPOTENT, SKIP, SUCCEEDED",
    "UNSAFE, SKIP, SUCCEEDED",
    "UNSAFE, CONFLICT, DEAD_LETTER"
  })
  void stateFollowsFromErrorClassAndReplaySafety(
      ReplaySafety safety, ErrorClass errorClass, ConsumptionState expected) {
    ConsumptionMode mode =
        safety == ReplaySafety.NEEDS_TX_CLAIM
            ? ConsumptionMode.TRANSACTIONAL
            : ConsumptionMode.LEASED;
    ErrorClassifier classifier = e -> Optional.of(new Classification(errorClass, "E-7"));
    fixture
        .ledger(
            handler(safety, failing(new IllegalStateException("no"))).mode(mode).build(),
            b -> b.classifier(classifier))
        .consume(delivery("e1", "x"));

    assertThat(fixture.state("e1")).isEqualTo(expected);
    if (expected != SUCCEEDED) {
      assertThat(fixture.row("e1").failure().errorClass()).isEqualTo(errorClass);
      assertThat(fixture.row("e1").failure().code()).isEqualTo("E-7");
    }
  }

  @Test
  void whatTheHandlerDeclaresComesBeforeAnyClassifier() {
    ErrorClassifier classifier = e -> Optional.of(Classification.of(ErrorClass.RETRYABLE));
    Throwable wrapped = new RuntimeException(HandlerSignal.permanent("closed account", null));

    fixture
        .ledger(
            handler(ReplaySafety.IDEMPOTENT, failing(wrapped)).build(),
            b -> b.classifier(classifier))
        .consume(delivery("e1", "x"));

    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
  }

  @Test
  void timeOutsAndInterruptsAreRetryableAndAnythingElseIsNot() {
    assertThat(after(ReplaySafety.IDEMPOTENT, new TimeoutException("slow")))
        .isEqualTo(RETRY_SCHEDULED);
    EngineFixture other = new EngineFixture();
    other
        .ledger(handler(ReplaySafety.IDEMPOTENT, failing(new RuntimeException("odd"))).build())
        .consume(delivery("e1", "x"));
    assertThat(other.state("e1")).isEqualTo(DEAD_LETTER);
    assertThat(other.row("e1").failure().errorClass()).isEqualTo(ErrorClass.UNRECOVERABLE);
  }

  @Test
  void interruptedHandlerIsScheduledAndTheThreadStaysInterrupted() {
    assertThat(after(ReplaySafety.IDEMPOTENT, new InterruptedException()))
        .isEqualTo(RETRY_SCHEDULED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void errorsSettleTheRowLikeExceptions() {
    assertThat(after(ReplaySafety.IDEMPOTENT, new StackOverflowError())).isEqualTo(DEAD_LETTER);
    assertThat(fixture.row("e1").failure().type()).isEqualTo("java.lang.StackOverflowError");
  }

  @Test
  void retryWaitsAtLeastAsLongAsTheHandlerAsked() {
    after(
        ReplaySafety.IDEMPOTENT,
        HandlerSignal.retryableAfter(Duration.ofMinutes(5), "rate limit", null));
    assertThat(fixture.row("e1").summary().dueIn()).isEqualTo(Duration.ofMinutes(5));

    EngineFixture other = new EngineFixture();
    Throwable soon = HandlerSignal.retryableAfter(Duration.ofMillis(1), "rate limit", null);
    other
        .ledger(handler(ReplaySafety.IDEMPOTENT, failing(soon)).build())
        .consume(delivery("e1", "x"));
    assertThat(other.row("e1").summary().dueIn()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void usedUpAttemptsEndAsADeadLetter() {
    Throwable error = HandlerSignal.retryable("down", null);
    Ledger ledger =
        fixture.ledger(handler(ReplaySafety.IDEMPOTENT, failing(error)).maxAttempts(1).build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));
    assertThat(fixture.row("e1").failure().errorClass()).isEqualTo(ErrorClass.RETRYABLE);
  }

  @Test
  void yieldIsNoFailureAndEndlessYieldingIsADeadLetter() {
    Throwable later = HandlerSignal.retryLater(Duration.ofSeconds(5), "not my turn");

    assertThat(after(ReplaySafety.UNSAFE, later)).isEqualTo(RETRY_SCHEDULED);
    assertThat(fixture.row("e1").summary().yields()).isEqualTo(1);
    assertThat(fixture.row("e1").waitReason()).isEqualTo(WaitReason.YIELD);
    assertThat(fixture.row("e1").failure()).isNull();

    EngineFixture other = new EngineFixture();
    other
        .ledger(handler(ReplaySafety.IDEMPOTENT, failing(later)).maxYields(0).build())
        .consume(delivery("e1", "x"));
    assertThat(other.state("e1")).isEqualTo(DEAD_LETTER);
  }

  @Test
  void yieldPastTheMaximumAgeIsADeadLetter() {
    Throwable later = HandlerSignal.retryLater(Duration.ofHours(2), "not my turn");
    fixture
        .ledger(
            handler(ReplaySafety.IDEMPOTENT, failing(later)).maxAge(Duration.ofHours(1)).build())
        .consume(delivery("e1", "x"));
    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
  }

  @Test
  void contentOverTheLimitIsKeptCutAndNotScheduled() {
    fixture
        .ledger(
            handler(ReplaySafety.IDEMPOTENT, failing(HandlerSignal.retryable("down", null)))
                .maxPayloadBytes(8)
                .build())
        .consume(delivery("e1", "0123456789"));

    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
    assertThat(fixture.row("e1").summary().payloadState()).isEqualTo(PayloadState.TRUNCATED);
    byte[] kept =
        fixture
            .rows
            .content(ConsumptionKey.of(HANDLER, "e1"))
            .orElseThrow()
            .payload()
            .orElseThrow();
    assertThat(new String(kept, StandardCharsets.UTF_8)).isEqualTo("01234567");
  }

  @Test
  void policyThatThrowsOrReturnsNonsenseIsReplacedAndReported() {
    RetryPolicy[] policies = {
      (n, f) -> {
        throw new IllegalStateException("bug");
      },
      (n, f) -> null,
      (n, f) -> Duration.ofSeconds(-1)
    };
    for (RetryPolicy policy : policies) {
      EngineFixture f = new EngineFixture();
      f.ledger(
              handler(ReplaySafety.IDEMPOTENT, failing(HandlerSignal.retryable("down", null)))
                  .retryPolicy(policy)
                  .build())
          .consume(delivery("e1", "x"));

      assertThat(f.row("e1").summary().dueIn())
          .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1200));
      assertThat(f.heard).hasAtLeastOneElementOfType(LedgerEvent.UserCodeFailed.class);
    }
  }

  @Test
  void policyWithAnAbsurdDelayIsCapped() {
    fixture
        .ledger(
            handler(ReplaySafety.IDEMPOTENT, failing(HandlerSignal.retryable("down", null)))
                .retryPolicy((n, f) -> Duration.ofSeconds(Long.MAX_VALUE))
                .build())
        .consume(delivery("e1", "x"));
    assertThat(fixture.row("e1").summary().dueIn()).isEqualTo(Duration.ofDays(3650));
  }

  @Test
  void classifierThatThrowsOrReturnsNullIsPassedOver() {
    for (ErrorClassifier broken :
        new ErrorClassifier[] {
          e -> {
            throw new AssertionError("bug");
          },
          e -> null
        }) {
      EngineFixture f = new EngineFixture();
      f.ledger(
              handler(ReplaySafety.IDEMPOTENT, failing(new TimeoutException())).build(),
              b -> b.classifier(broken))
          .consume(delivery("e1", "x"));

      assertThat(f.state("e1")).isEqualTo(RETRY_SCHEDULED);
      assertThat(f.heard).hasAtLeastOneElementOfType(LedgerEvent.UserCodeFailed.class);
    }
  }

  @Test
  void listenerAndAlerterThatThrowChangeNothing() {
    Ledger ledger =
        fixture.ledger(
            handler(ReplaySafety.IDEMPOTENT, failing(HandlerSignal.poison("bad", null))).build(),
            b ->
                b.listener(
                        e -> {
                          throw new StackOverflowError();
                        })
                    .alerter(
                        e -> {
                          throw new IllegalStateException("pager is down");
                        }));

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.DEAD_LETTERED));
    assertThat(fixture.state("e1")).isEqualTo(DEAD_LETTER);
  }

  @Test
  void poisonWakesSomebodyOnce() {
    after(ReplaySafety.IDEMPOTENT, HandlerSignal.poison("bad", null));
    assertThat(fixture.alerts).hasSize(1);
    fixture
        .ledger(handler(ReplaySafety.IDEMPOTENT, (m, a) -> {}).build())
        .consume(delivery("e1", "x"));
    assertThat(fixture.alerts).hasSize(1);
  }

  @Test
  void exceptionWhoseOwnMethodsThrowIsRecorded() {
    @SuppressWarnings("serial")
    class Hostile extends RuntimeException {
      @Override
      public String getMessage() {
        throw new IllegalStateException("no message");
      }

      @Override
      public synchronized Throwable getCause() {
        throw new StackOverflowError();
      }
    }
    assertThat(after(ReplaySafety.IDEMPOTENT, new Hostile())).isEqualTo(DEAD_LETTER);
    assertThat(fixture.row("e1").failure().type()).contains("Hostile");
  }
}
