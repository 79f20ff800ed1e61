package io.consumptionledger.benchmarks;

import io.consumptionledger.benchmarks.harness.Pace;
import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param callers numbers of callers where it matters most
 * @param fewCallers numbers of callers elsewhere
 * @param rounds how often
 * @param pace how long each time
 * @param grown numbers of finished rows
 * @param dueAmong finished rows among which others are due
 * @param due rows that are due
 * @param old rows that can be purged
 * @param churn rows that are claimed and settled under the eyes of a snapshot
 */
record Scale(
    List<Integer> callers,
    List<Integer> fewCallers,
    int rounds,
    Pace pace,
    List<Long> grown,
    long dueAmong,
    long due,
    long old,
    long churn) {
  static final Scale FULL =
      new Scale(
          List.of(1, 4, 16, 64, 256),
          List.of(16, 64),
          3,
          new Pace(Duration.ofSeconds(1), Duration.ofSeconds(3)),
          List.of(10_000L, 1_000_000L, 10_000_000L),
          1_000_000,
          100_000,
          1_000_000,
          1_000_000);

  static final Scale QUICK =
      new Scale(
          List.of(1, 16),
          List.of(16),
          3,
          new Pace(Duration.ofMillis(100), Duration.ofMillis(300)),
          List.of(10_000L, 100_000L),
          20_000,
          5_000,
          20_000,
          10_000);

  /** With what somebody asked for; null leaves it as it is. */
  Scale with(List<Integer> otherCallers, Integer otherRounds, Double warmUp, Double seconds) {
    return new Scale(
        otherCallers == null ? callers : otherCallers,
        otherCallers == null ? fewCallers : otherCallers,
        otherRounds == null ? rounds : otherRounds,
        new Pace(span(warmUp, pace.warmUp()), span(seconds, pace.measured())),
        grown,
        dueAmong,
        due,
        old,
        churn);
  }

  private static Duration span(Double given, Duration usual) {
    return given == null ? usual : Duration.ofMillis(Math.round(given * 1000));
  }
}
