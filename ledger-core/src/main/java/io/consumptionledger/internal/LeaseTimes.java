package io.consumptionledger.internal;

import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.InvalidFieldException;
import java.time.Duration;
import java.util.Collection;

/**
 * How often leases are renewed and how early they are given up; checked against the shortest lease.
 */
public final class LeaseTimes {
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(10);
  private static final Duration LONGEST_DEFAULT_INTERVAL = Duration.ofMinutes(1);
  private static final Duration LONGEST_DEFAULT_MARGIN = Duration.ofSeconds(5);
  private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(10);

  private final Duration interval;
  private final Duration margin;

  private LeaseTimes(Duration interval, Duration margin) {
    this.interval = interval;
    this.margin = margin;
  }

  /**
   * Checks and completes.
   *
   * @param handlers the handlers, at least one
   * @param heartbeatInterval null for a third of the shortest lease, at most a minute
   * @param safetyMargin null for a tenth of each lease, at most 5 seconds
   * @throws InvalidFieldException naming field, values and limit
   */
  public static LeaseTimes of(
      Collection<HandlerDeclaration<?>> handlers,
      Duration heartbeatInterval,
      Duration safetyMargin) {
    Duration lease =
        handlers.stream().map(HandlerDeclaration::lease).min(Duration::compareTo).orElseThrow();
    Duration interval =
        heartbeatInterval == null
            ? shorter(lease.dividedBy(3), LONGEST_DEFAULT_INTERVAL)
            : heartbeatInterval;
    if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(lease) >= 0) {
      throw new InvalidFieldException(
          "heartbeatInterval",
          "is %s, must be at least %s and shorter than the shortest lease, %s"
              .formatted(interval, SHORTEST_INTERVAL, lease));
    }
    Duration margin = safetyMargin == null ? defaultMargin(lease) : safetyMargin;
    if (margin.isNegative() || margin.compareTo(lease.dividedBy(2)) >= 0) {
      throw new InvalidFieldException(
          "safetyMargin",
          "is %s, must not be negative and must be less than half the shortest lease, %s"
              .formatted(margin, lease));
    }
    if (interval.multipliedBy(2).plus(margin).compareTo(lease) > 0) {
      throw new InvalidFieldException(
          "heartbeatInterval",
          ("is %s: two intervals and the safety margin of %s must fit into the shortest lease, %s,"
                  + " so that one failed renewal can be repaired")
              .formatted(interval, margin, lease));
    }
    return new LeaseTimes(interval, safetyMargin);
  }

  /** The spacing of rounds. */
  Duration interval() {
    return interval;
  }

  /** How soon after a failed round the next one comes. */
  Duration retryPause() {
    return interval.dividedBy(8);
  }

  /** How long one call of the heartbeat may take: it must leave time for another try. */
  Duration callTimeout() {
    Duration half = interval.dividedBy(2);
    return half.compareTo(SHORTEST_TIMEOUT) < 0 ? SHORTEST_TIMEOUT : shorter(half, LONGEST_TIMEOUT);
  }

  /** How far back a node's beat counts as a sign of life: one round may have failed. */
  Duration signOfLife() {
    return interval.multipliedBy(2).plus(callTimeout());
  }

  /** How long before the database would let somebody else start a lease is given up. */
  Duration margin(Duration lease) {
    return margin == null ? defaultMargin(lease) : margin;
  }

  @Override
  public String toString() {
    return "heartbeat every " + interval + ", safety margin " + (margin == null ? "auto" : margin);
  }

  private static Duration defaultMargin(Duration lease) {
    return shorter(lease.dividedBy(10), LONGEST_DEFAULT_MARGIN);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
