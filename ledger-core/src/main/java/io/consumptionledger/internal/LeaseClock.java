package io.consumptionledger.internal;

import java.time.Duration;

/**
 * When a lease must be taken as lost: a whole lease less a safety margin after the request that got
 * it was sent, on the monotonic clock. The database counts a whole lease from when it carried the
 * request out, which is later, so this side always stops first. Thread-safe.
 */
final class LeaseClock {
  private final Timing timing;
  private final Duration lease;
  private final long ownedNanos;
  private long sentAt;
  private boolean ended;

  LeaseClock(Timing timing, Duration lease, Duration margin) {
    this.timing = timing;
    this.lease = lease;
    this.ownedNanos = lease.minus(margin).toNanos();
    this.sentAt = timing.nanoTime();
  }

  Duration lease() {
    return lease;
  }

  /** Counts anew, whatever was before: for a claim that nobody has relied on yet. */
  synchronized void restart(long requestSentAt) {
    sentAt = requestSentAt;
    ended = false;
  }

  /**
   * Counts anew from when a request was sent that was granted. What was lost stays lost: the
   * handler may have been told, and nobody can be un-told.
   */
  synchronized void extend(long requestSentAt) {
    if (!lost() && requestSentAt - sentAt > 0) {
      sentAt = requestSentAt;
    }
  }

  /** The time until the lease must be taken as lost. */
  synchronized Duration left() {
    return lost() ? Duration.ZERO : Duration.ofNanos(ownedNanos - elapsed());
  }

  synchronized boolean lost() {
    if (!ended && elapsed() >= ownedNanos) {
      ended = true;
    }
    return ended;
  }

  /** When it will be lost if nothing renews it. */
  synchronized long lostAt() {
    return sentAt + ownedNanos;
  }

  /**
   * Whether waiting for another round would use up more than half of the time. So a round that
   * fails leaves at least one interval to repair it, and fresh claims cost no renewal.
   */
  synchronized boolean wantsRenewal(Duration interval) {
    return elapsed() + interval.toNanos() > ownedNanos / 2;
  }

  /** A handler starts only with at least half its lease left. */
  synchronized boolean tooShortToStart() {
    return elapsed() > lease.toNanos() / 2;
  }

  private long elapsed() {
    return timing.nanoTime() - sentAt;
  }
}
