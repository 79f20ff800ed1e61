package io.consumptionledger;

import static io.consumptionledger.EngineFixture.delivery;
import static io.consumptionledger.EngineFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.FakeTransactions.End;
import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** TRANSACTIONAL, where the transaction that the handler is to run in is long in coming. */
class NotStartedTest {
  private static final Redeliver LOST = new Redeliver(Redelivered.LEASE_LOST, Duration.ZERO);
  private static final Duration HALF_AND_MORE = Duration.ofSeconds(31);
  private static final Duration WHOLE = Duration.ofSeconds(60);

  @RegisterExtension final EngineFixture fixture = new EngineFixture();
  private final List<String> runs = new ArrayList<>();

  private HandlerDeclaration.Builder<Delivery> transactional(ReplaySafety safety) {
    return handler(safety, (m, a) -> runs.add("ran")).mode(ConsumptionMode.TRANSACTIONAL);
  }

  private void transactionTakes(Duration duration) {
    fixture.faults.put(
        "inTransaction",
        () -> {
          fixture.elapse(duration);
          return null;
        });
  }

  @AfterEach
  void noInterruptIsLeft() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void givenALeaseThatEndsMeanwhile_whenTheConnectionComes_thenTheHandlerDoesNotStart() {
    transactionTakes(WHOLE);
    Ledger ledger = fixture.ledger(transactional(ReplaySafety.IDEMPOTENT).build());

    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(LOST);

    assertThat(runs).isEmpty();
    assertThat(fixture.calls).doesNotContain("succeed", "scheduleRetry", "release", "deadLetter");
  }

  @Test
  void givenHalfTheLeaseUsedUp_whenTheConnectionComes_thenTheHandlerDoesNotStartAndIsDueAgain() {
    transactionTakes(HALF_AND_MORE);
    Ledger ledger = fixture.ledger(transactional(ReplaySafety.IDEMPOTENT).build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));

    assertThat(runs).isEmpty();
    assertThat(fixture.row("e1").waitReason()).isEqualTo(WaitReason.YIELD);
  }

  @Test
  void givenAnInterruptByTheLoss_whenItEndsTheWaiting_thenNothingIsWrittenAndTheThreadIsClean() {
    fixture.faults.put(
        "inTransaction",
        () -> {
          fixture.elapse(WHOLE);
          Await.until("it is interrupted", () -> Thread.currentThread().isInterrupted());
          throw new StoreException("interrupted while waiting for a connection", null);
        });
    HandlerDeclaration<Delivery> interrupted =
        transactional(ReplaySafety.IDEMPOTENT).onLeaseLost(OnLeaseLost.INTERRUPT).build();
    Ledger ledger = fixture.ledger(interrupted, builder -> builder.timing(fixture.ticking()));

    assertThat(ledger.consume(delivery("e1", "x"))).isEqualTo(LOST);

    assertThat(runs).isEmpty();
    assertThat(fixture.calls).doesNotContain("scheduleRetry", "release", "deadLetter");
  }

  @Test
  void givenNoConnection_whenConsumed_thenNoFailedAttemptIsCharged() {
    fixture.transactions.end = End.REFUSE;
    Ledger ledger =
        fixture.ledger(
            transactional(ReplaySafety.NEEDS_TX_CLAIM).maxAttempts(1).build(),
            UnaryOperator.identity());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));

    assertThat(fixture.row("e1").waitReason()).isEqualTo(WaitReason.YIELD);
  }

  @Test
  void givenNoConnection_whenAnUnsafeHandlerHasNotRun_thenItMayRunLater() {
    fixture.transactions.end = End.REFUSE;
    Ledger ledger = fixture.ledger(transactional(ReplaySafety.UNSAFE).build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));
  }

  @Test
  void givenNoConnectionTimeAndAgain_whenItHasYieldedEnough_thenItIsAFailureThatSaysWhy() {
    fixture.transactions.end = End.REFUSE;
    Ledger ledger = fixture.ledger(transactional(ReplaySafety.IDEMPOTENT).maxYields(0).build());

    assertThat(ledger.consume(delivery("e1", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));

    assertThat(fixture.row("e1").failure().message()).contains("no transaction could be begun");
  }
}
