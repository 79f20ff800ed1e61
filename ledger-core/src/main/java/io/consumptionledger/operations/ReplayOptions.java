package io.consumptionledger.operations;

import io.consumptionledger.InvalidFieldException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * How a replay request is run. Immutable; begin with {@link #DEFAULT}.
 *
 * @param perSecond how many rows a second at the most, more than 0 and at most {@value #MOST}
 * @param inFlight how many rows may be scheduled and not settled yet, from 1 to {@value
 *     #MOST_IN_FLIGHT}
 * @param inOrder whether rows behind an earlier one of this request wait for it, so that an
 *     aggregate is replayed in its order; otherwise they are blocked
 * @param dryRun whether it only tells what would become of each row
 * @param handlers the handlers that are known; rows of others, such as renamed ones, are refused;
 *     null to know nothing
 * @param patience how long to wait for rows in flight while none of them is settled
 * @param look how often to look at rows in flight
 */
public record ReplayOptions(
    double perSecond,
    int inFlight,
    boolean inOrder,
    boolean dryRun,
    Set<String> handlers,
    Duration patience,
    Duration look) {
  private static final Duration LONGEST = Duration.ofDays(365);

  /** The highest rate. */
  public static final int MOST = 10_000;

  /** The highest bound of rows in flight. */
  public static final int MOST_IN_FLIGHT = 1_000;

  /** 50 rows a second, 100 in flight, looked at twice a second, for 10 minutes without progress. */
  public static final ReplayOptions DEFAULT =
      new ReplayOptions(
          50, 100, false, false, null, Duration.ofMinutes(10), Duration.ofMillis(500));

  /** Checks all parts. */
  public ReplayOptions {
    if (!(perSecond > 0 && perSecond <= MOST)) {
      throw new InvalidFieldException(
          "perSecond", "must be more than 0 and at most " + MOST + ", not " + perSecond);
    }
    if (inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
      throw new InvalidFieldException(
          "inFlight", "must be 1 to " + MOST_IN_FLIGHT + ", not " + inFlight);
    }
    handlers = handlers == null ? null : Set.copyOf(handlers);
    checkTime("patience", patience);
    checkTime("look", look);
  }

  private static void checkTime(String field, Duration time) {
    Objects.requireNonNull(time, field);
    if (time.isZero() || time.isNegative() || time.compareTo(LONGEST) > 0) {
      throw new InvalidFieldException(field, "must be positive and at most a year, not " + time);
    }
  }

  /**
   * With another rate.
   *
   * @param rows rows a second
   * @return other options
   */
  public ReplayOptions perSecond(double rows) {
    return new ReplayOptions(rows, inFlight, inOrder, dryRun, handlers, patience, look);
  }

  /**
   * With another bound of rows in flight.
   *
   * @param rows how many
   * @return other options
   */
  public ReplayOptions inFlight(int rows) {
    return new ReplayOptions(perSecond, rows, inOrder, dryRun, handlers, patience, look);
  }

  /**
   * In the order of aggregates.
   *
   * @return other options
   */
  public ReplayOptions asOrdered() {
    return new ReplayOptions(perSecond, inFlight, true, dryRun, handlers, patience, look);
  }

  /**
   * As a dry run.
   *
   * @return other options
   */
  public ReplayOptions asDryRun() {
    return new ReplayOptions(perSecond, inFlight, inOrder, true, handlers, patience, look);
  }

  /**
   * With the handlers that are known.
   *
   * @param known their ids
   * @return other options
   */
  public ReplayOptions knowing(Set<String> known) {
    return new ReplayOptions(perSecond, inFlight, inOrder, dryRun, known, patience, look);
  }

  /**
   * With other times.
   *
   * @param newPatience how long to wait without progress
   * @param newLook how often to look
   * @return other options
   */
  public ReplayOptions waiting(Duration newPatience, Duration newLook) {
    return new ReplayOptions(perSecond, inFlight, inOrder, dryRun, handlers, newPatience, newLook);
  }

  /** For the audit. */
  String describe() {
    return perSecond
        + " a second, "
        + inFlight
        + " in flight"
        + (inOrder ? ", in order" : "")
        + (handlers == null ? "" : ", handlers known " + handlers.size());
  }
}
