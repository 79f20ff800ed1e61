package io.consumptionledger.internal;

import java.time.Duration;

/**
 * When a lease must be taken as lost: a whole lease after the request that got it was sent, on the
 * monotonic clock. The database counts from when it carried the request out, which is later, so
 * this side always stops first.
 */
final class LeaseClock {
  private final Timing timing;
  private final Duration lease;
  private volatile long sentAt;

  LeaseClock(Timing timing, Duration lease) {
    this.timing = timing;
    this.lease = lease;
    this.sentAt = timing.nanoTime();
  }

  Duration lease() {
    return lease;
  }

  /** Counts anew from a moment at which a request that was granted had been sent. */
  void restart(long requestSentAt) {
    sentAt = requestSentAt;
  }

  Duration left() {
    Duration left = lease.minusNanos(timing.nanoTime() - sentAt);
    return left.isNegative() ? Duration.ZERO : left;
  }

  boolean lost() {
    return left().isZero();
  }

  /** A handler starts only with at least half its lease left. */
  boolean tooShortToStart() {
    return left().compareTo(lease.dividedBy(2)) < 0;
  }
}
