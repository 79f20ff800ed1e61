package io.consumptionledger;

import static io.consumptionledger.EngineFixture.HANDLER;
import static io.consumptionledger.EngineFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.Outcome.Acknowledge;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.internal.replay.Eventually;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of rows that are due, from the store to their settle. */
class ReplayTest {
  private static final Duration LEASE = Duration.ofSeconds(10);

  @RegisterExtension private final EngineFixture engine = new EngineFixture();
  private final ReplayFixture replay = new ReplayFixture(engine);

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
        replay.ledger(
            replay
                .recording(
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
          engine.elapse(Duration.ofMillis(100));
          return replay.attempts.size() == 2;
        });

    Delivery again = replay.attempts.get(1).delivery();
    assertThat(again.key()).isEqualTo(sent.key());
    assertThat(again.metadata()).isEqualTo(sent.metadata());
    assertThat(again.headers()).isEqualTo(sent.headers());
    assertThat(again.rawKey()).contains(odd);
    assertThat(again.payload().bytes()).contains(new byte[] {1, 0, 2});
    assertThat(replay.attempts.get(1).number()).isEqualTo(2);
    Eventually.is(
        "it is settled",
        () ->
            engine.rows.get(sent.key()).orElseThrow().summary().state()
                == ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenAHandlerThatAlwaysFails_thenItIsADeadLetterAfterItsAttempts() {
    replay.ledger(
        replay
            .recording(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw HandlerSignal.retryable("never", null);
                })
            .maxAttempts(3)
            .build());
    replay.scheduled("e1");

    replay.stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(replay.attempts).extracting(Attempt::number).containsExactly(2, 3);
  }

  @Test
  void givenARowOlderThanItsMaximum_whenItFailsAgain_thenItIsADeadLetter() {
    replay.scheduled("e1");
    engine.elapse(Duration.ofHours(2));
    replay.ledger(
        replay
            .recording(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw HandlerSignal.retryable("never", null);
                })
            .maxAge(Duration.ofHours(1))
            .build());

    replay.stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(replay.attempts).hasSize(1);
  }

  @Test
  void givenAHandlerThatAlwaysYields_thenItIsADeadLetterAfterItsYields() {
    replay.ledger(
        replay
            .recording(
                ReplaySafety.IDEMPOTENT,
                (message, attempt) -> {
                  throw HandlerSignal.retryLater(Duration.ofSeconds(1), "later");
                })
            .maxYields(3)
            .build());
    replay.scheduled("e1");

    replay.stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(replay.attempts).hasSize(4);
    assertThat(engine.row("e1").failure().code()).isEqualTo("LIMIT");
  }

  @Test
  void givenADecoderThatFailsForNow_thenItIsTriedAgain_andOneThatFailsForGoodIsPoison() {
    int[] tries = {0};
    replay.ledger(
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
                ReplayFixture::doNothing)
            .build());
    replay.scheduled("bad");
    replay.scheduled("e1");

    replay.stateIs("bad", ConsumptionState.DEAD_LETTER);
    replay.stateIs("e1", ConsumptionState.SUCCEEDED);

    assertThat(engine.row("bad").failure().errorClass()).isEqualTo(ErrorClass.POISON);
    assertThat(engine.row("e1").summary().attempt()).isEqualTo(4);
  }

  @Test
  void givenAnUnsafeHandler_whenARowWaitsAfterAFailure_thenItIsNotRunButLeftToAPerson() {
    replay.ledger(replay.recording(ReplaySafety.UNSAFE, ReplayFixture::doNothing).build());
    replay.scheduled("e1");

    replay.stateIs("e1", ConsumptionState.DEAD_LETTER);

    assertThat(replay.attempts).isEmpty();
    assertThat(engine.row("e1").failure().message())
        .isEqualTo("the handler must not run again by itself; a person decides");
  }

  @Test
  void givenAnUnsafeHandler_whenAFailedRowWasSentBackToWaitForItsTurn_thenItIsStillNotRun() {
    Node other = new Node("other", UUID.randomUUID());
    ClaimResult earlier =
        engine.rows.claim(placed("e1", 1), ClaimToken.random(), other, Duration.ofHours(1));
    engine.rows.recordFailure(placed("e2", 2), ReplayFixture.FAILED, Duration.ZERO);
    List<ClaimToken> tokens = List.of(ClaimToken.random());
    assertThat(engine.rows.claimDue(Tenant.DEFAULT, HANDLER, tokens, other, LEASE)).isEmpty();
    assertThat(engine.row("e2").waitReason()).isEqualTo(WaitReason.ORDER);
    engine.rows.succeed(((ClaimResult.Claimed) earlier).claim()).orThrow();

    replay.ledger(replay.recording(ReplaySafety.UNSAFE, ReplayFixture::doNothing).build());

    replay.stateIs("e2", ConsumptionState.DEAD_LETTER);
    assertThat(replay.attempts).isEmpty();
  }

  private static NewRow placed(String eventId, long place) {
    Delivery delivery =
        Delivery.to(HANDLER, eventId).payload(new byte[] {1}).aggregate("order", "o-1").build();
    return NewRow.of(delivery, Content.of(delivery, 100), new Order("order", "o-1", place));
  }

  @Test
  void givenAnUnsafeHandler_whenTwoPeopleApproveTheReplay_thenItRunsOnce() {
    Ledger ledger =
        replay.ledger(
            replay
                .recording(
                    ReplaySafety.UNSAFE,
                    (message, attempt) -> {
                      throw HandlerSignal.retryable("again", null);
                    })
                .build());
    ledger.consume(delivery("e1", "x"));
    assertThat(engine.state("e1")).isEqualTo(ConsumptionState.DEAD_LETTER);
    engine
        .rows
        .authorizeReplay(
            ConsumptionKey.of(HANDLER, "e1"),
            engine.row("e1").summary().rowVersion(),
            new ReplayApproval("ann", "bob", "it was their outage", UUID.randomUUID()))
        .orThrow();
    ledger.pollNow();

    Eventually.is(
        "it has run again",
        () -> {
          engine.elapse(Duration.ofMillis(20));
          return replay.attempts.size() == 2;
        });
    replay.stateIs("e1", ConsumptionState.DEAD_LETTER);
    assertThat(replay.attempts).hasSize(2);
  }

  @Test
  void givenAnUnsafeHandlerThatYielded_thenItRunsAgain() {
    Ledger ledger =
        replay.ledger(
            replay
                .recording(
                    ReplaySafety.UNSAFE,
                    (message, attempt) -> {
                      if (attempt.number() == 1) {
                        throw HandlerSignal.retryLater(Duration.ofSeconds(1), "closed");
                      }
                    })
                .build());
    ledger.consume(delivery("e1", "x"));

    replay.stateIs("e1", ConsumptionState.SUCCEEDED);
  }

  @Test
  void givenStoredContentThatWasCutOrChanged_thenTheRowIsADeadLetterThatSaysSo() {
    Delivery large = delivery("cut", "much too large");
    engine.rows.recordFailure(
        NewRow.of(large, Content.of(large, 3)), ReplayFixture.FAILED, Duration.ZERO);
    replay.scheduled("changed");
    engine.faults.put("claimDue", this::claimedButChanged);
    replay.ledger(replay.recording(ReplaySafety.IDEMPOTENT, ReplayFixture::doNothing).build());

    replay.stateIs("cut", ConsumptionState.DEAD_LETTER);
    replay.stateIs("changed", ConsumptionState.DEAD_LETTER);

    assertThat(replay.attempts).isEmpty();
    assertThat(engine.row("cut").failure().code()).isEqualTo("TRUNCATED");
    assertThat(engine.row("changed").failure().code()).isEqualTo("CORRUPTED");
    assertThat(engine.anomalies()).containsExactly(AnomalyKind.CONTENT_CORRUPTED);
  }

  /** What a store answers that finds other bytes than it was given. */
  private List<DueClaim> claimedButChanged() {
    return engine
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
}
