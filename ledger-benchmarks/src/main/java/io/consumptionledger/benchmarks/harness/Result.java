package io.consumptionledger.benchmarks.harness;

/**
 * What one round gave.
 *
 * @param messages how many messages were done; at least one
 * @param seconds in what time
 * @param latencies how long each step took
 * @param used what was used up meanwhile
 */
public record Result(long messages, double seconds, Histogram latencies, Meter.Reading used) {
  /** Refuses a round that did nothing: its figures would look like figures. */
  public Result {
    if (messages <= 0 || !(seconds > 0)) {
      throw new IllegalStateException(messages + " messages in " + seconds + " s is no result");
    }
  }

  /** Messages in a second. */
  public double rate() {
    return messages / seconds;
  }

  /** Milliseconds that a share of the steps did not exceed. */
  public double latencyMillis(double share) {
    return latencies.percentile(share) / 1e6;
  }

  /** What one message used up of something. */
  public double perMessage(double amount) {
    return amount / messages;
  }
}
