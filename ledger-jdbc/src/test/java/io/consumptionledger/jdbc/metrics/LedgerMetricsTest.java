package io.consumptionledger.jdbc.metrics;

import static io.consumptionledger.jdbc.metrics.LedgerMeter.CLAIMS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.DUE_OLDEST;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.HELD_CLAIMS;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.PAUSED;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.PENDING;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.REPLAY_BLOCKED;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.STALLED_AGGREGATES;
import static io.consumptionledger.jdbc.metrics.LedgerMeter.STALLED_LONGEST;
import static io.consumptionledger.jdbc.metrics.MetricsFixture.HANDLER;
import static io.consumptionledger.jdbc.metrics.MetricsFixture.ORDERED;
import static io.consumptionledger.jdbc.metrics.MetricsFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Gauges show how rows stand, are read beside the scrape, and say so when they know nothing. */
class LedgerMetricsTest {
  private static final Tenant OTHER = new Tenant("other");

  private MetricsFixture fixture = new MetricsFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private double gauge(LedgerMeter meter, String... tags) {
    return fixture.gauge(meter, tags);
  }

  private void watch(Tenant... tenants) {
    fixture.metrics.watch(fixture.ledger, tenants);
    // The last step of a round sets the last gauge.
    await(() -> !Double.isNaN(gauge(STALLED_AGGREGATES, "handler", ORDERED)));
    await(() -> !Double.isNaN(gauge(PENDING, "handler", HANDLER)));
  }

  @Test
  void givenRowsInEachState_whenWatched_thenTheUnresolvedAreCountedByState() {
    fixture.consume(HANDLER, "e1", "ok");
    fixture.consume(HANDLER, "e2", "retry");
    fixture.consume(HANDLER, "e3", "later");
    fixture.consume(HANDLER, "e4", "poison");

    watch();

    assertThat(gauge(PENDING, "handler", HANDLER, "state", "RETRY_SCHEDULED")).isEqualTo(2);
    assertThat(gauge(PENDING, "handler", HANDLER, "state", "DEAD_LETTER")).isEqualTo(1);
    assertThat(gauge(PENDING, "handler", ORDERED)).isZero();
  }

  @Test
  void givenMoreRowsThanTheLimit_whenWatched_thenTheGaugeSaysAtLeast() {
    for (int i = 0; i < 10; i++) {
      fixture.consume(HANDLER, "e" + i, "poison");
    }

    watch();

    assertThat(gauge(PENDING, "handler", HANDLER, "state", "DEAD_LETTER")).isEqualTo(4);
  }

  @Test
  void givenTenants_whenSomeAreWatched_thenGaugesAreTheirSums() {
    fixture.consume(HANDLER, "e1", "retry");
    fixture.consume(OTHER, HANDLER, "e1", "retry");
    fixture.consume(new Tenant("a third"), HANDLER, "e1", "retry");
    fixture.rows.pause(OTHER, HANDLER, new OperatorAction("ann", "maintenance"), null);

    watch(Tenant.DEFAULT, OTHER);

    assertThat(gauge(PENDING, "handler", HANDLER, "state", "RETRY_SCHEDULED")).isEqualTo(2);
    assertThat(gauge(PAUSED, "handler", HANDLER)).isEqualTo(1);
    assertThat(gauge(PAUSED, "handler", ORDERED)).isZero();
  }

  @Test
  void givenRowsThatAreDue_whenWatched_thenTheOldestTellsForHowLong() {
    fixture.consume(HANDLER, "e1", "retry");
    fixture.elapse(Duration.ofMinutes(1));
    fixture.consume(HANDLER, "e2", "retry");
    fixture.elapse(MetricsFixture.RETRY.plusSeconds(30));

    watch();

    assertThat(gauge(DUE_OLDEST, "handler", HANDLER)).isEqualTo(90);
    assertThat(gauge(DUE_OLDEST, "handler", ORDERED)).isZero();
    assertThat(gauge(DUE_OLDEST, "handler", "unknown")).isZero();
  }

  @Test
  void givenRowsBehindHeads_whenWatched_thenBlockedRowsAndStalledAggregatesAreShown() {
    fixture.consumeNext("a", 1, "poison");
    fixture.elapse(Duration.ofSeconds(40));
    fixture.consumeNext("a", 2, "ok");
    fixture.consumeNext("a", 3, "ok");
    fixture.consumeNext("b", 1, "retry");
    fixture.consumeNext("b", 2, "ok");
    fixture.elapse(Duration.ofSeconds(2));

    watch();

    assertThat(gauge(REPLAY_BLOCKED, "handler", ORDERED)).isEqualTo(3);
    assertThat(gauge(STALLED_AGGREGATES, "handler", ORDERED, "state", "DEAD_LETTER")).isEqualTo(1);
    assertThat(gauge(STALLED_AGGREGATES, "handler", ORDERED, "state", "RETRY_SCHEDULED"))
        .isEqualTo(1);
    assertThat(gauge(STALLED_AGGREGATES, "handler", ORDERED, "state", "PROCESSING")).isZero();
    assertThat(gauge(STALLED_LONGEST, "handler", ORDERED, "state", "DEAD_LETTER")).isEqualTo(42);
    assertThat(gauge(STALLED_LONGEST, "handler", ORDERED, "state", "RETRY_SCHEDULED")).isEqualTo(2);
  }

  @Test
  void givenAHandlerThatRuns_whenScraped_thenItsClaimIsHeld() {
    watch();
    double[] held = new double[1];
    fixture.before("succeed", () -> held[0] = gauge(HELD_CLAIMS, "handler", HANDLER));

    fixture.consume(HANDLER, "e1", "ok");

    assertThat(held[0]).isEqualTo(1);
    assertThat(gauge(HELD_CLAIMS, "handler", HANDLER)).isZero();
    assertThat(gauge(HELD_CLAIMS, "handler", ORDERED)).isZero();
  }

  @Test
  void givenAHandlerWithoutOrder_whenWatched_thenItHasNoGaugesOfOrder() {
    watch();

    assertThat(fixture.registry.find(REPLAY_BLOCKED.fullName()).tags("handler", HANDLER).gauges())
        .isEmpty();
  }

  @Test
  void givenADatabaseThatHangs_whenScraped_thenTheScrapeIsNotHeldUpAndShowsNoOldNumber() {
    fixture.close();
    fixture = new MetricsFixture(Duration.ofMillis(100));
    fixture.consume(HANDLER, "e1", "retry");
    watch();
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    fixture.before(
        "count",
        () -> {
          hangs.countDown();
          await(() -> answers.getCount() == 0 || Thread.currentThread().isInterrupted());
        });

    await(() -> hangs.getCount() == 0);
    await(() -> Double.isNaN(gauge(PENDING, "handler", HANDLER)));
    answers.countDown();
    await(() -> gauge(PENDING, "handler", HANDLER) == 1);
  }

  @Test
  void givenAStoreThatFails_whenRefreshed_thenItIsCountedAndTheOtherGaugesGoOn() {
    fixture.close();
    fixture = new MetricsFixture(Duration.ofMillis(100));
    fixture.before(
        "count",
        () -> {
          throw new StoreException("down", null);
        });

    fixture.metrics.watch(fixture.ledger);

    await(() -> refreshes("failed") >= 2);
    assertThat(gauge(PENDING, "handler", HANDLER)).isNaN();
    assertThat(gauge(PAUSED, "handler", HANDLER)).isZero();
    fixture.before("count", () -> {});
    await(() -> refreshes("ok") >= 1);
    assertThat(gauge(PENDING, "handler", HANDLER)).isZero();
  }

  private long refreshes(String result) {
    return fixture
        .registry
        .find(LedgerMeter.REFRESHES.fullName())
        .tags("result", result)
        .timers()
        .stream()
        .mapToLong(timer -> timer.count())
        .sum();
  }

  @Test
  void givenMetrics_whenClosed_thenTheMetersAreGoneAndNothingIsReadOrCounted() {
    watch();
    fixture.metrics.close();
    fixture.consume(HANDLER, "e1", "ok");

    assertThat(fixture.registry.getMeters()).isEmpty();
    assertThatThrownBy(() -> fixture.metrics.watch(fixture.ledger))
        .isInstanceOf(IllegalStateException.class);
    await(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("ledger-metrics")));
  }

  @Test
  void givenTwoLedgersOfTheSameHandlers_whenBothAreWatched_thenOnlyTagsOfTheirOwnAllowIt() {
    watch();

    assertThatThrownBy(() -> fixture.metrics.watch(fixture.ledger))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("watched already");
    assertThatThrownBy(() -> LedgerMetrics.on(fixture.registry).watch(fixture.ledger))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tags that tell them apart");
    try (LedgerMetrics second =
        LedgerMetrics.builder(fixture.registry).tags("database", "two").build()) {
      second.watch(fixture.ledger);
      assertThat(fixture.registry.get(PENDING.fullName()).tags("database", "two").gauges())
          .isNotEmpty();
    }
    assertThat(fixture.counter(CLAIMS, "handler", HANDLER, "transition", "CLAIM")).isZero();
  }

  @Test
  void givenSettingsOutOfBounds_whenBuilt_thenTheyAreRefusedWithTheirValue() {
    LedgerMetrics.Builder builder = LedgerMetrics.builder(new SimpleMeterRegistry());

    for (Duration wrong :
        new Duration[] {
          Duration.ZERO, Duration.ofMillis(-1), Duration.ofMillis(99), Duration.ofHours(2)
        }) {
      assertThatThrownBy(() -> builder.interval(wrong).build())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(wrong.toString());
    }
    builder.interval(Duration.ofSeconds(1));
    for (int wrong : new int[] {0, -1, 1_000_001}) {
      assertThatThrownBy(() -> builder.countLimit(wrong).build())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(String.valueOf(wrong));
    }
  }
}
