package io.consumptionledger.benchmarks.harness;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The rounds of one line at one number of callers.
 *
 * @param group its group
 * @param line the line
 * @param callers how many callers
 * @param base whether others are compared with it
 * @param counted the round in which statements were counted
 * @param rounds the results, in the order of the rounds
 */
public record Measured(
    String group, String line, int callers, boolean base, Result counted, List<Result> rounds) {
  /** Copies the list. */
  public Measured {
    rounds = List.copyOf(rounds);
  }

  /** Middle and ends of some figure. */
  public Statistics of(ToDoubleFunction<Result> figure) {
    return Statistics.of(rounds.stream().map(figure::applyAsDouble).toList());
  }

  /** Messages in a second. */
  public Statistics rate() {
    return of(Result::rate);
  }

  /** The middle of the milliseconds that a share of the steps did not exceed. */
  public double latencyMillis(double share) {
    return of(result -> result.latencyMillis(share)).median();
  }
}
