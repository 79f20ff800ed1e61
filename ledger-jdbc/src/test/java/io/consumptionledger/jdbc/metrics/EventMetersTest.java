package io.consumptionledger.jdbc.metrics;

import static io.consumptionledger.jdbc.metrics.LedgerMeter.ANOMALIES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.CLAIMS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.DEAD_LETTERS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.HEARTBEAT_CLAIMS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.HEARTBEAT_FAILURES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.HEARTBEAT_ROUNDS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.LEASE_MARGIN;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.LIVE_TWINS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.LOST_LEASES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.NOT_QUARANTINED;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.NOT_RECORDED;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.PARKED;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.RECOVERIES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.REPLAYS_REFUSED;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.SETTLES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.TICK_FAILURES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.UNKNOWN_HANDLERS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.USER_CODE_FAILURES;
import static io.consumptionledger.jdbc.metrics.MetricsFixture.HANDLER;
import static io.consumptionledger.jdbc.metrics.MetricsFixture.ORDERED;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Decoder;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Headers;
import io.consumptionledger.Ledger;
import io.consumptionledger.LedgerEvent;
import io.consumptionledger.Outcome;
import io.consumptionledger.Payload;
import io.consumptionledger.ReplaySafety;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.memory.InMemoryLedgerStore;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens is counted, under names that nobody outside can choose. */
class EventMetersTest {
  private final MetricsFixture fixture = new MetricsFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void givenMessages_whenConsumed_thenClaimsAndSettlesAreCounted() {
    fixture.consume(HANDLER, "e1", "ok");
    fixture.consume(HANDLER, "e2", "ok");
    fixture.consume(HANDLER, "e3", "retry");
    fixture.consume(HANDLER, "e4", "poison");
    fixture.consume(HANDLER, "e5", "later");
    fixture.consume(HANDLER, "e1", "ok");

    assertThat(fixture.counter(CLAIMS, "handler", HANDLER, "transition", "CLAIM")).isEqualTo(5);
    assertThat(settles("SUCCEEDED", "none")).isEqualTo(2);
    assertThat(settles("RETRY_SCHEDULED", "RETRYABLE")).isEqualTo(1);
    assertThat(settles("RETRY_SCHEDULED", "none")).isEqualTo(1);
    assertThat(settles("DEAD_LETTER", "POISON")).isEqualTo(1);
    assertThat(fixture.counter(DEAD_LETTERS, "handler", HANDLER, "error.class", "POISON"))
        .isEqualTo(1);
  }

  private double settles(String state, String errorClass) {
    return fixture.counter(SETTLES, "handler", HANDLER, "state", state, "error.class", errorClass);
  }

  @Test
  void givenAnOwnerThatDied_whenItsMessageComesAgain_thenTheTakeOverAndTheAnomalyAreCounted() {
    Delivery delivery = Delivery.to(HANDLER, "e1").payload("ok".getBytes()).build();
    fixture.rows.claim(
        NewRow.of(delivery, null), ClaimToken.random(), Node.start("n2"), Duration.ofSeconds(60));
    fixture.elapse(Duration.ofSeconds(61));

    fixture.consume(HANDLER, "e1", "ok");

    assertThat(fixture.counter(CLAIMS, "handler", HANDLER, "transition", "TAKE_OVER")).isEqualTo(1);
    assertThat(fixture.counter(ANOMALIES, "handler", HANDLER, "kind", "LEASE_ORPHAN")).isEqualTo(1);
  }

  @Test
  void givenAMessageBehindAnother_whenConsumed_thenTheParkIsCounted() {
    fixture.consumeNext("a", 1, "retry");
    fixture.consumeNext("a", 2, "ok");

    assertThat(fixture.counter(PARKED, "handler", ORDERED)).isEqualTo(1);
    assertThat(fixture.counter(CLAIMS, "handler", ORDERED, "transition", "CLAIM")).isEqualTo(1);
  }

  @Test
  void givenAStoreThatIsDown_whenConsumed_thenWhatCouldNotBeRecordedIsCounted() {
    fixture.before("claim", EventMetersTest::down);
    fixture.before("quarantine", EventMetersTest::down);

    fixture.consume(HANDLER, "e1", "ok");
    fixture.ledger.quarantine(
        Tenant.DEFAULT,
        "somebody else's",
        Delivery.to(HANDLER, "x").build().metadata(),
        Headers.none(),
        null,
        Payload.tombstone(),
        new Exception("no key"));

    assertThat(fixture.counter(NOT_RECORDED, "handler", HANDLER, "transition", "CLAIM"))
        .isEqualTo(1);
    assertThat(fixture.counter(NOT_QUARANTINED, "handler", "unknown")).isEqualTo(1);
  }

  private static void down() {
    throw new StoreException("down", null);
  }

  @Test
  void givenMovesOfTheRuntime_whenTold_thenEachHasItsCounter() {
    ConsumptionKey key = ConsumptionKey.of(HANDLER, "e1");
    Failure failure = Failure.of(ErrorClass.UNRECOVERABLE, Failure.REPLAY, "UNSAFE", "no");
    Failure orphan = Failure.of(ErrorClass.UNRECOVERABLE, "LeaseOrphan", "UNSAFE", "no");
    tell(key, Transition.CLAIM_DUE, ConsumptionState.PROCESSING, null);
    tell(key, Transition.DEAD_LETTER, ConsumptionState.DEAD_LETTER, failure);
    tell(key, Transition.RECOVER, ConsumptionState.RETRY_SCHEDULED, null);
    tell(key, Transition.RECOVER, ConsumptionState.DEAD_LETTER, orphan);
    fixture.metrics.on(new LedgerEvent.TickFailed("RECOVER", new StoreException("down", null)));
    fixture.metrics.on(new LedgerEvent.UnknownHandler(Tenant.DEFAULT, "gone", Duration.ZERO));
    fixture.metrics.on(new LedgerEvent.UserCodeFailed(null, "the alerter", new Exception()));

    assertThat(fixture.counter(CLAIMS, "handler", HANDLER, "transition", "CLAIM_DUE")).isEqualTo(1);
    assertThat(fixture.counter(REPLAYS_REFUSED, "handler", HANDLER, "reason", "UNSAFE"))
        .isEqualTo(1);
    assertThat(fixture.counter(RECOVERIES, "handler", HANDLER, "state", "RETRY_SCHEDULED"))
        .isEqualTo(1);
    assertThat(fixture.counter(DEAD_LETTERS, "handler", HANDLER, "error.class", "UNRECOVERABLE"))
        .isEqualTo(2);
    assertThat(fixture.counter(USER_CODE_FAILURES, "handler", "unknown")).isEqualTo(1);
    assertThat(fixture.counter(TICK_FAILURES)).isEqualTo(1);
    assertThat(fixture.counter(UNKNOWN_HANDLERS)).isEqualTo(1);
  }

  @Test
  void givenRoundsOfTheHeartbeat_whenTold_thenTheyAreTimedAndTheirClaimsCounted() {
    fixture.metrics.on(
        new LedgerEvent.HeartbeatRound(Duration.ofMillis(20), 3, 2, 1, Duration.ofSeconds(7)));
    fixture.metrics.on(new LedgerEvent.HeartbeatFailed(new StoreException("down", null)));
    fixture.metrics.on(new LedgerEvent.LeaseLost(ConsumptionKey.of(HANDLER, "e1"), 1, 1));
    fixture.metrics.on(new LedgerEvent.LiveTwin("node-1", new UUID(0, 1), Duration.ZERO));

    assertThat(fixture.registry.get(HEARTBEAT_ROUNDS.fullName()).timer().totalTime(MILLISECONDS))
        .isEqualTo(20);
    assertThat(fixture.counter(HEARTBEAT_CLAIMS, "result", "renewed")).isEqualTo(3);
    assertThat(fixture.counter(HEARTBEAT_CLAIMS, "result", "locked")).isEqualTo(2);
    assertThat(fixture.counter(HEARTBEAT_CLAIMS, "result", "lost")).isEqualTo(1);
    assertThat(fixture.gauge(LEASE_MARGIN)).isEqualTo(7);
    assertThat(fixture.counter(HEARTBEAT_FAILURES)).isEqualTo(1);
    assertThat(fixture.counter(LOST_LEASES, "handler", HANDLER)).isEqualTo(1);
    assertThat(fixture.counter(LIVE_TWINS)).isEqualTo(1);
  }

  @Test
  void givenARoundWithoutClaims_whenTold_thenThereIsNoMargin() {
    fixture.metrics.on(
        new LedgerEvent.HeartbeatRound(Duration.ofMillis(20), 1, 0, 0, Duration.ofSeconds(7)));
    fixture.metrics.on(new LedgerEvent.HeartbeatRound(Duration.ofMillis(1), 0, 0, 0, null));

    assertThat(fixture.gauge(LEASE_MARGIN)).isNaN();
  }

  @Test
  void givenADueRowOfAnUnsafeHandler_whenItsTurnComes_thenTheRefusedReplayIsCounted() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    InMemoryLedgerStore rows = new InMemoryLedgerStore();
    Delivery delivery = Delivery.to(HANDLER, "e1").payload("ok".getBytes()).build();
    rows.recordFailure(
        NewRow.of(delivery, Content.of(delivery, 100)),
        Failure.of(ErrorClass.RETRYABLE, new Exception("half done"), null),
        Duration.ZERO);

    try (LedgerMetrics metrics = LedgerMetrics.on(registry);
        Ledger ledger =
            Ledger.on(rows)
                .listener(metrics)
                .pollInterval(Duration.ofMillis(10))
                .handler(
                    HandlerDeclaration.of(
                            HANDLER, ReplaySafety.UNSAFE, Decoder.utf8(), (m, a) -> {})
                        .build())
                .start()) {
      Counter refused =
          registry
              .get(REPLAYS_REFUSED.fullName())
              .tags("handler", ledger.handlers().get(0).id(), "reason", "UNSAFE")
              .counter();
      MetricsFixture.await(() -> refused.count() == 1);
    }
  }

  private void tell(
      ConsumptionKey key, Transition transition, ConsumptionState state, Failure failure) {
    fixture.metrics.on(new LedgerEvent.Moved(key, transition, state, 1, failure));
  }

  @Test
  void givenALedgerThatHasJustStarted_whenScraped_thenWhatAlertsLookAtIsZeroAndNotMissing() {
    for (AnomalyKind kind : AnomalyKind.values()) {
      assertThat(fixture.counter(ANOMALIES, "handler", HANDLER, "kind", kind.name())).isZero();
    }
    assertThat(fixture.counter(DEAD_LETTERS, "handler", HANDLER, "error.class", "POISON")).isZero();
    assertThat(fixture.counter(NOT_RECORDED, "handler", HANDLER, "transition", "SUCCEED")).isZero();
  }

  @Test
  void givenIdsFromOutside_whenToldAThousandTimes_thenNotOneMeterIsMade() {
    fixture.metrics.on(strange(0));
    int before = fixture.registry.getMeters().size();

    for (int i = 1; i <= 1_000; i++) {
      fixture.metrics.on(strange(i));
      fixture.consume(new Tenant("t" + i), HANDLER, "e" + i, "ok");
    }

    assertThat(fixture.registry.getMeters()).hasSize(before);
    assertThat(tagValues()).doesNotContain("stranger-1", "t1", "e1");
  }

  private static LedgerEvent strange(int i) {
    ConsumptionKey key = ConsumptionKey.of("stranger-" + i, "e" + i);
    return new LedgerEvent.AnomalySeen(key, AnomalyKind.UNKNOWN_HANDLER, "nobody knows it");
  }

  private Set<String> tagValues() {
    return fixture.registry.getMeters().stream()
        .map(Meter::getId)
        .flatMap(id -> id.getTags().stream())
        .map(Tag::getValue)
        .collect(Collectors.toSet());
  }

  @Test
  void givenARegistryThatThrows_whenMessagesAreConsumed_thenNothingIsDifferent() {
    SimpleMeterRegistry broken =
        new SimpleMeterRegistry() {
          @Override
          protected Counter newCounter(Meter.Id id) {
            throw new IllegalStateException("full");
          }
        };
    InMemoryLedgerStore rows = new InMemoryLedgerStore();
    Ledger ledger =
        Ledger.on(rows)
            .replayWorkers(0)
            .listener(LedgerMetrics.on(broken))
            .handler(
                HandlerDeclaration.of(
                        HANDLER, ReplaySafety.IDEMPOTENT, Decoder.utf8(), (m, a) -> {})
                    .build())
            .start();

    Outcome outcome = ledger.consume(Delivery.to(HANDLER, "e1").payload(new byte[0]).build());
    ledger.close();

    assertThat(outcome).isEqualTo(new Outcome.Acknowledge(Outcome.Acknowledged.PROCESSED));
    assertThat(rows.get(ConsumptionKey.of(HANDLER, "e1")).orElseThrow().summary().state())
        .isEqualTo(ConsumptionState.SUCCEEDED);
    assertThat(broken.getMeters()).noneMatch(Counter.class::isInstance);
  }
}
