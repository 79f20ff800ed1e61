package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Outcome.Redeliver;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.internal.replay.Eventually;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a node looks for rows to run, and when it leaves them alone. */
class ReplayTimesTest {
  private static final Duration RETRY = Duration.ofSeconds(10);
  private static final OperatorAction WHY = new OperatorAction("ann", "upgrade");

  @RegisterExtension private final EngineFixture engine = new EngineFixture();
  private final ReplayFixture replay = new ReplayFixture(engine);

  @Test
  void givenALongPollInterval_whenARetryOfThisNodeIsDue_thenItRunsWithoutWaitingForThePoll() {
    Ledger ledger =
        engine.ledger(
            replay
                .recording(
                    ReplaySafety.IDEMPOTENT,
                    (message, attempt) -> {
                      if (attempt.number() == 1) {
                        throw HandlerSignal.retryable("not yet", null);
                      }
                    })
                .build(),
            b -> b.timing(engine.ticking()).replayWorkers(1).pollInterval(Duration.ofMinutes(59)));
    Eventually.is(
        "it has looked once, as it does at the start",
        () -> {
          engine.elapse(Duration.ofMillis(20));
          return engine.calls.contains("dueQueues");
        });
    ledger.consume(delivery("e1", "x"));
    engine.elapse(RETRY.plusMillis(20));

    Eventually.is("it has run again", () -> engine.state("e1") == ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenAPausedHandler_thenItsMessagesComeAgainWithoutAClaimAndItsRowsWait() {
    Ledger ledger =
        replay.ledger(replay.recording(ReplaySafety.IDEMPOTENT, ReplayFixture::doNothing).build());

    ledger.pause(Tenant.DEFAULT, HANDLER, WHY, Duration.ofSeconds(20));
    replay.scheduled("e1");

    assertThat(ledger.consume(delivery("e2", "x")))
        .isInstanceOfSatisfying(
            Redeliver.class,
            again -> {
              assertThat(again.reason()).isEqualTo(Redelivered.PAUSED);
              assertThat(again.retryAfter())
                  .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
            });
    assertThat(engine.calls).doesNotContain("claim");
    assertThat(ledger.pausedHandlers()).hasSize(1);
    engine.elapse(Duration.ofSeconds(10));
    ledger.pollNow();
    assertThat(engine.state("e1")).isEqualTo(ConsumptionState.RETRY_SCHEDULED);

    assertThat(ledger.resume(Tenant.DEFAULT, HANDLER, WHY)).isTrue();

    assertThat(ledger.consume(delivery("e2", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    replay.stateIs("e1", ConsumptionState.SUCCEEDED);
    assertThat(engine.calls).doesNotContain("close");
  }

  @Test
  void givenAPauseOfNoLength_thenItIsRefused() {
    Ledger ledger =
        replay.ledger(replay.recording(ReplaySafety.IDEMPOTENT, ReplayFixture::doNothing).build());

    assertThatThrownBy(() -> ledger.pause(Tenant.DEFAULT, HANDLER, WHY, Duration.ZERO))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("PT0S");
  }

  @Test
  void givenOrphansOfADeadNode_whenTheirLeasesEnd_thenTheyRunByThemselves() {
    Delivery delivery = delivery("e1", "x");
    ClaimResult claimed =
        engine.rows.claim(
            NewRow.of(delivery, Content.of(delivery, 100)),
            ClaimToken.random(),
            Node.start("dead"),
            Duration.ofMinutes(1));
    Claim lost = ((ClaimResult.Claimed) claimed).claim();
    replay.ledger(replay.recording(ReplaySafety.IDEMPOTENT, ReplayFixture::doNothing).build());

    Eventually.is(
        "it is recovered",
        () -> {
          engine.elapse(Duration.ofSeconds(1));
          return !engine.anomalies().isEmpty();
        });
    replay.stateIs("e1", ConsumptionState.SUCCEEDED);
    assertThat(replay.attempts.get(0).epoch()).isEqualTo(lost.epoch() + 1);
    assertThat(engine.anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
  }

  @Test
  void givenARowThatRuns_whenTheLedgerIsClosed_thenItWaitsForItAndClaimsNoMore() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Ledger ledger =
        engine.ledger(
            replay
                .recording(
                    ReplaySafety.IDEMPOTENT,
                    (message, attempt) -> {
                      running.countDown();
                      release.await(20, TimeUnit.SECONDS);
                    })
                .build(),
            b -> b.timing(engine.ticking()).replayWorkers(1));
    replay.scheduled("e1");
    replay.scheduled("e2");
    Eventually.is(
        "one runs",
        () -> {
          engine.elapse(Duration.ofMillis(20));
          return running.getCount() == 0;
        });

    assertThat(ledger.close(Duration.ZERO)).isFalse();
    release.countDown();
    assertThat(ledger.close(Duration.ofSeconds(5))).isTrue();

    List<ConsumptionState> states =
        List.of(engine.row("e1"), engine.row("e2")).stream()
            .map(Row::summary)
            .map(summary -> summary.state())
            .toList();
    assertThat(states)
        .containsExactlyInAnyOrder(ConsumptionState.SUCCEEDED, ConsumptionState.RETRY_SCHEDULED);
  }

  @Test
  void givenTooManyWorkersOrATooShortInterval_thenTheBuilderNamesValueAndLimit() {
    Ledger.Builder builder = Ledger.on(engine.store);

    assertThatThrownBy(() -> builder.replayWorkers(1_001)).hasMessageContaining("1001");
    assertThatThrownBy(() -> builder.replayWorkers(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> builder.pollInterval(Duration.ofMillis(9)))
        .hasMessageContaining("PT0.009S");
    assertThatThrownBy(() -> builder.recoveryInterval(Duration.ofHours(2)))
        .hasMessageContaining("PT2H");
  }
}
