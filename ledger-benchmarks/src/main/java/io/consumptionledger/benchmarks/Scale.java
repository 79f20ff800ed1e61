package io.consumptionledger.benchmarks;

import io.consumptionledger.benchmarks.harness.Pace;
import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param callers numbers of callers
 * @param rounds how often
 * @param pace how long each time
 */
record Scale(List<Integer> callers, int rounds, Pace pace) {
  static final Scale FULL =
      new Scale(
          List.of(1, 4, 16, 64, 256), 5, new Pace(Duration.ofSeconds(3), Duration.ofSeconds(10)));
  static final Scale QUICK =
      new Scale(List.of(1, 16), 3, new Pace(Duration.ofMillis(300), Duration.ofMillis(700)));
}
