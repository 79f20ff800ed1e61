package io.consumptionledger.jdbc.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.consumptionledger.jdbc.metrics.Refresher.Step;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rounds take what they have time for, and nothing ends them. */
class RefresherTest {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final Logger logger = Logger.getLogger("io.consumptionledger.metrics");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<String> taken = new ArrayList<>();
  private long nanos;

  private final java.util.logging.Handler writer =
      new java.util.logging.Handler() {
        @Override
        public void publish(LogRecord record) {
          lines.add(record.getLevel() + " " + record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    logger.addHandler(writer);
  }

  @AfterEach
  void stopListening() {
    logger.removeHandler(writer);
  }

  private Step step(String name, Duration takes) {
    return new Step(
        name,
        () -> {
          taken.add(name);
          nanos += takes.toNanos();
        });
  }

  private Refresher refresher(Step... steps) {
    return new Refresher(List.of(steps), INTERVAL, new Meters(registry, Tags.empty()), () -> nanos);
  }

  @Test
  void givenTimeForAll_whenARoundRuns_thenEachStepIsTakenOnce() {
    Refresher refresher = refresher(step("a", Duration.ZERO), step("b", Duration.ZERO));

    refresher.round();
    refresher.round();

    assertThat(taken).containsExactly("a", "b", "a", "b");
    assertThat(rounds("ok")).isEqualTo(2);
    refresher.close();
  }

  @Test
  void givenStepsLongerThanTheInterval_whenRoundsRun_thenEachGoesOnWhereTheLastEnded() {
    Refresher refresher =
        refresher(step("a", INTERVAL), step("b", Duration.ZERO), step("c", INTERVAL));

    refresher.round();
    refresher.round();
    refresher.round();

    assertThat(taken).containsExactly("a", "b", "c", "a");
    refresher.close();
  }

  @Test
  void givenAStepThatThrows_whenRoundsRun_thenTheOthersGoOnAndTheLogHearsOfItOnce() {
    AtomicBoolean broken = new AtomicBoolean(true);
    Step bad =
        new Step(
            "the bad one",
            () -> {
              if (broken.get()) {
                throw new StackOverflowError("password=hunter2x");
              }
            });
    Refresher refresher = refresher(step("a", Duration.ZERO), bad, step("b", Duration.ZERO));

    refresher.round();
    refresher.round();
    broken.set(false);
    refresher.round();
    refresher.round();

    assertThat(taken).containsExactly("a", "b", "a", "b", "a", "b", "a", "b");
    assertThat(rounds("failed")).isEqualTo(2);
    assertThat(rounds("ok")).isEqualTo(2);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .startsWith("WARNING the bad one could not be read for the gauges: ")
        .contains("StackOverflowError")
        .doesNotContain("hunter2x");
    assertThat(lines.get(1)).startsWith("INFO everything could be read");
    refresher.close();
  }

  @Test
  void givenAReading_whenItIsTooOld_thenItIsNoNumberAnyMore() {
    Reading reading = new Reading(() -> nanos);
    assertThat(reading.value()).isNaN();
    reading.set(Duration.ofMillis(1_500), Duration.ofSeconds(60));

    nanos = Duration.ofSeconds(60).toNanos();
    assertThat(reading.value()).isEqualTo(1.5);
    nanos++;
    assertThat(reading.value()).isNaN();
  }

  private long rounds(String result) {
    return registry.get(LedgerMeter.REFRESHES.fullName()).tags("result", result).timer().count();
  }
}
