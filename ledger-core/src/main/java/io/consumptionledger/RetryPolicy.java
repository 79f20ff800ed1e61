package io.consumptionledger;

import java.time.Duration;

/**
 * How long to wait before the next start. May be called from several threads at once. A policy that
 * throws, or returns null or a negative delay, is reported and replaced by {@link Backoff#DEFAULT}
 * for that one decision.
 */
@FunctionalInterface
public interface RetryPolicy {
  /**
   * The delay before the next start.
   *
   * @param attempt how many starts have failed so far, at least 1 (yields are not counted)
   * @param failure how it failed; not null
   * @return the delay; not negative
   */
  Duration delay(int attempt, Failure failure);
}
