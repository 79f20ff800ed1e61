package io.consumptionledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delays double, stop at the cap, and never go wrong at the ends. */
class BackoffTest {
  private static final Failure FAILURE = Failure.of(ErrorClass.RETRYABLE, "T", null, "m");
  private static final Duration YEAR = Duration.ofDays(365);

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void delaysDoubleUpToTheCap() {
    Backoff backoff = Backoff.exponential(seconds(1), seconds(10));
    assertThat(IntStream.rangeClosed(1, 7).mapToObj(n -> backoff.delay(n, FAILURE)))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 8L, 10L, 10L, 10L);
  }

  @ParameterizedTest
  @ValueSource(ints = {62, 63, 64, 65, 1_000, Integer.MAX_VALUE})
  void manyAttemptsStayAtTheCapWithoutOverflow(int attempt) {
    assertThat(Backoff.exponential(Duration.ofNanos(1), YEAR).delay(attempt, FAILURE))
        .isEqualTo(YEAR);
    assertThat(
            Backoff.exponential(seconds(1), YEAR)
                .withJitter(1)
                .withRandom(() -> Math.nextDown(1.0))
                .delay(attempt, FAILURE))
        .isBetween(YEAR, YEAR.multipliedBy(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void nonsenseAttemptsGetTheFirstDelay(int attempt) {
    assertThat(Backoff.exponential(seconds(3), seconds(9)).delay(attempt, FAILURE))
        .isEqualTo(seconds(3));
  }

  @Test
  void jitterOnlyLengthensAndAtMostByItsShare() {
    Backoff backoff = Backoff.exponential(seconds(10), seconds(10)).withJitter(0.2);
    assertThat(backoff.withRandom(() -> 0).delay(1, FAILURE)).isEqualTo(seconds(10));
    assertThat(backoff.withRandom(() -> 0.5).delay(1, FAILURE)).isEqualTo(seconds(11));
    assertThat(backoff.withRandom(() -> Math.nextDown(1.0)).delay(1, FAILURE))
        .isBetween(seconds(12).minusNanos(10), seconds(12));
    for (int i = 0; i < 1_000; i++) {
      assertThat(backoff.delay(1, FAILURE)).isBetween(seconds(10), seconds(12));
    }
  }

  @Test
  void jitterSpreadsShortDelaysToo() {
    Backoff backoff = Backoff.fixed(Duration.ofNanos(500_000)).withJitter(1);
    assertThat(backoff.withRandom(() -> 0.5).delay(1, FAILURE))
        .isEqualTo(Duration.ofNanos(750_000));
  }

  @Test
  void theDefaultOutlastsAnOutageOfHalfAnHour() {
    int maxAttempts = 15;
    Duration span =
        IntStream.range(1, maxAttempts)
            .mapToObj(failed -> Backoff.DEFAULT.withRandom(() -> 0).delay(failed, FAILURE))
            .reduce(Duration.ZERO, Duration::plus);
    assertThat(span).isGreaterThanOrEqualTo(Duration.ofMinutes(33));
  }

  @Test
  void fixedDelaysStayTheSame() {
    Backoff backoff = Backoff.fixed(seconds(7));
    assertThat(backoff.delay(1, FAILURE)).isEqualTo(seconds(7));
    assertThat(backoff.delay(50, FAILURE)).isEqualTo(seconds(7));
  }

  @Test
  void boundsAreCheckedWithTheValueInTheMessage() {
    refused("first is PT0S", () -> Backoff.exponential(Duration.ZERO, seconds(1)));
    refused("first is PT-1S", () -> Backoff.exponential(seconds(-1), seconds(1)));
    refused("cap is PT1S", () -> Backoff.exponential(seconds(2), seconds(1)));
    refused("cap is PT8760H0.000000001S", () -> Backoff.exponential(seconds(2), YEAR.plusNanos(1)));
    refused("delay is PT0S", () -> Backoff.fixed(Duration.ZERO));
    refused("delay is PT-1S", () -> Backoff.fixed(seconds(-1)));
    refused("delay is PT8760H0.000000001S", () -> Backoff.fixed(YEAR.plusNanos(1)));
    for (double share : new double[] {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      refused("share is " + share, () -> Backoff.DEFAULT.withJitter(share));
    }
  }

  private static void refused(String message, Runnable creation) {
    assertThatThrownBy(creation::run)
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageStartingWith(message);
  }
}
