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
import io.consumptionledger.internal.replay.Eventually;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of rows that are due, from the store to their settle. */
class ReplayTest {
  private static final Duration RETRY = Duration.ofSeconds(10);
  private static final Failure FAILED = Failure.of(ErrorClass.RETRYABLE, "T", null, "m");
  private static final OperatorAction WHY = new OperatorAction("ann", "upgrade");

  @RegisterExtension private final EngineFixture fixture = new EngineFixture();

  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

  private Ledger ledger(HandlerDeclaration<?> handler) {
    return fixture.ledger(handler, b -> b.timing(fixture.ticking()).replayWorkers(4));
  }

  private HandlerDeclaration.Builder<Delivery> recording(
      ReplaySafety safety, Handler<Delivery> then) {
    return handler(
        safety,
        (message, attempt) -> {
          attempts.add(attempt);
          then.handle(message, attempt);
        });
  }

  private static void doNothing(Delivery message, Attempt attempt) {
    // Just succeeds.
  }

  private void scheduled(String eventId) {
    Delivery delivery = delivery(eventId, "x");
    fixture.rows.recordFailure(
        NewRow.of(delivery, Content.of(delivery, 100)), FAILED, Duration.ZERO);
  }

  private void stateIs(String eventId, ConsumptionState state) {
    Eventually.is(
        eventId + " is " + state,
        () -> {
          fixture.elapse(Duration.ofMillis(20));
          return fixture.state(eventId) == state;
        });
  }

  @Test
  void givenAFailure_whenItIsDue_thenItRunsAgainWithAllThatCameWithIt() {
    byte[] traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes();
    byte[] odd = {0, -1, 13, 10};
    Delivery sent =
        Delivery.to(HANDLER, "e1")
            .tenant(new Tenant("t"))
            .itemKey("item")
            .eventType("placed")
            .aggregate("order", "17")
            .sequence(3)
            .position("orders", 2, 99)
            .brokerTimestamp(Instant.parse("2026-03-01T09:00:00Z"))
            .headers(Headers.none().with("traceparent", traceparent).with("x", odd).with("x", odd))
            .rawKey(odd)
            .payload(new byte[] {1, 0, 2})
            .build();
    Ledger ledger =
        ledger(
            recording(
                    ReplaySafety.IDEMPOTENT,
                    (message, attempt) -> {
                      if (attempt.number() == 1) {
                        throw HandlerSignal.retryable("not yet", null);
                      }
                    })
                .build());
    assertThat(ledger.consume(sent)).isEqualTo(new Acknowledge(Acknowledged.STORED_FOR_RETRY));

    Eventually.is(
        "it has run again",
        () -> {
          fixture.elapse(Duration.ofMillis(100));
          return attempts.size() == 2;
        });

    Delivery again = attempts.get(1).delivery();
    assertThat(again.key()).isEqualTo(sent.key());
    assertThat(again.metadata()).isEqualTo(sent.metadata());
    assertThat(again.headers()).isEqualTo(sent.headers());
    assertThat(again.rawKey()).contains(odd);
    assertThat(again.payload().bytes()).contains(new byte[] {1, 0, 2});
    assertThat(attempts.get(1).number()).isEqualTo(2);
    Eventually.is(
        "it is settled",
        () ->
            fixture.rows.get(sent.key()).orElseThrow().summary().state()
                == ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenALongPollInterval_whenARetryOfThisNodeIsDue_thenItRunsWithoutWaitingForThePoll() {
    Ledger ledger =
        fixture.ledger(
            recording(
                    ReplaySafety.IDEMPOTENT,
                    (message, attempt) -> {
                      if (attempt.number() == 1) {
                        throw HandlerSignal.retryable("not yet", null);
                      }
                    })
                .build(),
            b -> b.timing(fixture.ticking()).replayWorkers(1).pollInterval(Duration.ofMinutes(59)));
    Eventually.is(
        "it has looked once, as it does at the start",
        () -> {
          fixture.elapse(Duration.ofMillis(20));
          return fixture.calls.contains("dueQueues");
        });
    ledger.consume(delivery("e1", "x"));
    fixture.elapse(RETRY.plusMillis(20));

    Eventually.is("it has run again", () -> fixture.state("e1") == ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenAHandlerThatAlwaysFails_thenItIsADeadLetterAfterItsAttempts() {
    ledger(
        recording(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw HandlerSignal.retryable("never", null);
                })
            .maxAttempts(3)
            .build());
    scheduled("e1");

    stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(attempts).extracting(Attempt::number).containsExactly(2, 3);
  }

  @Test
  void givenARowOlderThanItsMaximum_whenItFailsAgain_thenItIsADeadLetter() {
    scheduled("e1");
    fixture.elapse(Duration.ofHours(2));
    ledger(
        recording(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw HandlerSignal.retryable("never", null);
                })
            .maxAge(Duration.ofHours(1))
            .build());

    stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(attempts).hasSize(1);
  }

  @Test
  void givenAHandlerThatAlwaysYields_thenItIsADeadLetterAfterItsYields() {
    ledger(
        recording(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw HandlerSignal.retryLater(Duration.ofSeconds(1), "later");
                })
            .maxYields(3)
            .build());
    scheduled("e1");

    stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(attempts).hasSize(4);
    assertThat(fixture.row("e1").failure().code()).isEqualTo("LIMIT");
  }

  @Test
  void givenADecoderThatFailsForNow_thenItIsTriedAgain_andOneThatFailsForGoodIsPoison() {
    int[] tries = {0};
    ledger(
        HandlerDeclaration.of(
                HANDLER,
                ReplaySafety.IDEMPOTENT,
                delivery -> {
                  if (delivery.key().eventId().equals("bad")) {
                    throw new IllegalArgumentException("no such field");
                  }
                  if (tries[0]++ == 0) {
                    throw new OutOfMemoryError("for a test");
                  }
                  if (tries[0] == 2) {
                    throw HandlerSignal.retryable("the registry is away", null);
                  }
                  return delivery;
                },
                ReplayTest::doNothing)
            .build());
    scheduled("bad");
    scheduled("e1");

    stateIs("bad", ConsumptionState.DEAD_LETTER);
    stateIs("e1", ConsumptionState.SUCCEEDED);

    assertThat(fixture.row("bad").failure().errorClass()).isEqualTo(ErrorClass.POISON);
    assertThat(fixture.row("e1").summary().attempt()).isEqualTo(4);
  }

  @Test
  void givenAnUnsafeHandler_whenARowWaitsAfterAFailure_thenItIsNotRunButLeftToAPerson() {
    ledger(recording(ReplaySafety.UNSAFE, ReplayTest::doNothing).build());
    scheduled("e1");

    stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(attempts).isEmpty();
    assertThat(fixture.row("e1").failure().message())
        .isEqualTo("the handler must not run again by itself; a person decides");
  }

  @Test
  void givenAnUnsafeHandler_whenAFailedRowWasSentBackToWaitForItsTurn_thenItIsStillNotRun() {
    Node other = new Node("other", UUID.randomUUID());
    ClaimResult earlier =
        fixture.rows.claim(placed("e1", 1), ClaimToken.random(), other, Duration.ofHours(1));
    fixture.rows.recordFailure(placed("e2", 2), FAILED, Duration.ZERO);
    List<ClaimToken> tokens = List.of(ClaimToken.random());
    assertThat(fixture.rows.claimDue(Tenant.DEFAULT, HANDLER, tokens, other, RETRY)).isEmpty();
    assertThat(fixture.row("e2").waitReason()).isEqualTo(WaitReason.ORDER);
    fixture.rows.succeed(((ClaimResult.Claimed) earlier).claim()).orThrow();

    ledger(recording(ReplaySafety.UNSAFE, ReplayTest::doNothing).build());

    stateIs("e2", ConsumptionState.DEAD_LETTER);
    assertThat(attempts).isEmpty();
  }

  private static NewRow placed(String eventId, long place) {
    Delivery delivery =
        Delivery.to(HANDLER, eventId).payload(new byte[] {1}).aggregate("order", "o-1").build();
    return NewRow.of(delivery, Content.of(delivery, 100), new Order("order", "o-1", place));
  }

  @Test
  void givenAnUnsafeHandler_whenTwoPeopleApproveTheReplay_thenItRunsOnce() {
    Ledger ledger =
        ledger(
            recording(
                    ReplaySafety.UNSAFE,
                    (message, attempt) -> {
                      throw HandlerSignal.retryable("again", null);
                    })
                .build());
    ledger.consume(delivery("e1", "x"));
    assertThat(fixture.state("e1")).isEqualTo(ConsumptionState.DEAD_LETTER);
    fixture
        .rows
        .authorizeReplay(
            ConsumptionKey.of(HANDLER, "e1"),
            fixture.row("e1").summary().rowVersion(),
            new ReplayApproval("ann", "bob", "it was their outage", UUID.randomUUID()))
        .orThrow();
    ledger.pollNow();

    Eventually.is(
        "it has run again",
        () -> {
          fixture.elapse(Duration.ofMillis(20));
          return attempts.size() == 2;
        });
    stateIs("e1", ConsumptionState.DEAD_LETTER);
    assertThat(attempts).hasSize(2);
  }

  @Test
  void givenAnUnsafeHandlerThatYielded_thenItRunsAgain() {
    Ledger ledger =
        ledger(
            recording(
                    ReplaySafety.UNSAFE,
                    (message, attempt) -> {
                      if (attempt.number() == 1) {
                        throw HandlerSignal.retryLater(Duration.ofSeconds(1), "closed");
                      }
                    })
                .build());
    ledger.consume(delivery("e1", "x"));

    stateIs("e1", ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenStoredContentThatWasCutOrChanged_thenTheRowIsADeadLetterThatSaysSo() {
    Delivery large = delivery("cut", "much too large");
    fixture.rows.recordFailure(NewRow.of(large, Content.of(large, 3)), FAILED, Duration.ZERO);
    scheduled("changed");
    fixture.faults.put("claimDue", this::claimedButChanged);
    ledger(recording(ReplaySafety.IDEMPOTENT, ReplayTest::doNothing).build());

    stateIs("cut", ConsumptionState.DEAD_LETTER);
    stateIs("changed", ConsumptionState.DEAD_LETTER);

    assertThat(attempts).isEmpty();
    assertThat(fixture.row("cut").failure().code()).isEqualTo("TRUNCATED");
    assertThat(fixture.row("changed").failure().code()).isEqualTo("CORRUPTED");
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.CONTENT_CORRUPTED);
  }

  /** What a store answers that finds other bytes than it was given. */
  private List<DueClaim> claimedButChanged() {
    return fixture
        .rows
        .claimDue(
            Tenant.DEFAULT,
            HANDLER,
            List.of(ClaimToken.random()),
            Node.start("node-1"),
            Duration.ofMinutes(1))
        .stream()
        .map(
            due ->
                new DueClaim(
                    due.claim(),
                    due.metadata(),
                    due.content(),
                    false,
                    due.reason(),
                    due.replay(),
                    due.age(),
                    due.turn()))
        .toList();
  }

  @Test
  void givenAPausedHandler_thenItsMessagesComeAgainWithoutAClaimAndItsRowsWait() {
    Ledger ledger = ledger(recording(ReplaySafety.IDEMPOTENT, ReplayTest::doNothing).build());

    ledger.pause(Tenant.DEFAULT, HANDLER, WHY, Duration.ofSeconds(20));
    scheduled("e1");

    assertThat(ledger.consume(delivery("e2", "x")))
        .isInstanceOfSatisfying(
            Redeliver.class,
            again -> {
              assertThat(again.reason()).isEqualTo(Redelivered.PAUSED);
              assertThat(again.retryAfter())
                  .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
            });
    assertThat(fixture.calls).doesNotContain("claim");
    assertThat(ledger.pausedHandlers()).hasSize(1);
    fixture.elapse(Duration.ofSeconds(10));
    ledger.pollNow();
    assertThat(fixture.state("e1")).isEqualTo(ConsumptionState.RETRY_SCHEDULED);

    assertThat(ledger.resume(Tenant.DEFAULT, HANDLER, WHY)).isTrue();

    assertThat(ledger.consume(delivery("e2", "x")))
        .isEqualTo(new Acknowledge(Acknowledged.PROCESSED));
    stateIs("e1", ConsumptionState.SUCCEEDED);
    assertThat(fixture.calls).doesNotContain("close");
  }

  @Test
  void givenAPauseOfNoLength_thenItIsRefused() {
    Ledger ledger = ledger(recording(ReplaySafety.IDEMPOTENT, ReplayTest::doNothing).build());

    assertThatThrownBy(() -> ledger.pause(Tenant.DEFAULT, HANDLER, WHY, Duration.ZERO))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("PT0S");
  }

  @Test
  void givenOrphansOfADeadNode_whenTheirLeasesEnd_thenTheyRunByThemselves() {
    Delivery delivery = delivery("e1", "x");
    ClaimResult claimed =
        fixture.rows.claim(
            NewRow.of(delivery, Content.of(delivery, 100)),
            ClaimToken.random(),
            Node.start("dead"),
            Duration.ofMinutes(1));
    Claim lost = ((ClaimResult.Claimed) claimed).claim();
    ledger(recording(ReplaySafety.IDEMPOTENT, ReplayTest::doNothing).build());

    Eventually.is(
        "it is recovered",
        () -> {
          fixture.elapse(Duration.ofSeconds(1));
          return !fixture.anomalies().isEmpty();
        });
    stateIs("e1", ConsumptionState.SUCCEEDED);
    assertThat(attempts.get(0).epoch()).isEqualTo(lost.epoch() + 1);
    assertThat(fixture.anomalies()).containsExactly(AnomalyKind.LEASE_ORPHAN);
  }

  @Test
  void givenARowThatRuns_whenTheLedgerIsClosed_thenItWaitsForItAndClaimsNoMore() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Ledger ledger =
        fixture.ledger(
            recording(
                    ReplaySafety.IDEMPOTENT,
                    (message, attempt) -> {
                      running.countDown();
                      release.await(20, TimeUnit.SECONDS);
                    })
                .build(),
            b -> b.timing(fixture.ticking()).replayWorkers(1));
    scheduled("e1");
    scheduled("e2");
    Eventually.is(
        "one runs",
        () -> {
          fixture.elapse(Duration.ofMillis(20));
          return running.getCount() == 0;
        });

    assertThat(ledger.close(Duration.ZERO)).isFalse();
    release.countDown();
    assertThat(ledger.close(Duration.ofSeconds(5))).isTrue();

    List<ConsumptionState> states =
        List.of(fixture.row("e1"), fixture.row("e2")).stream()
            .map(Row::summary)
            .map(summary -> summary.state())
            .toList();
    assertThat(states)
        .containsExactlyInAnyOrder(ConsumptionState.SUCCEEDED, ConsumptionState.RETRY_SCHEDULED);
  }

  @Test
  void givenTooManyWorkersOrATooShortInterval_thenTheBuilderNamesValueAndLimit() {
    Ledger.Builder builder = Ledger.on(fixture.store);

    assertThatThrownBy(() -> builder.replayWorkers(1_001)).hasMessageContaining("1001");
    assertThatThrownBy(() -> builder.replayWorkers(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> builder.pollInterval(Duration.ofMillis(9)))
        .hasMessageContaining("PT0.009S");
    assertThatThrownBy(() -> builder.recoveryInterval(Duration.ofHours(2)))
        .hasMessageContaining("PT2H");
  }
}
