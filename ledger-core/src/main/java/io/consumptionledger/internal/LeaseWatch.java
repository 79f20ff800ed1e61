package io.consumptionledger.internal;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/**
 * Tells handlers that their lease is lost, at the moment it is, whatever the database and the
 * heartbeat are doing. It calls nothing that can block.
 */
final class LeaseWatch {
  private static final long IDLE = Duration.ofHours(1).toNanos();
  private static final long AFTER_FAILURE = Duration.ofMillis(100).toNanos();

  private final RunningClaims claims;
  private final Timing timing;
  private final Reports reports;
  private final BackgroundThread thread;
  private volatile long wakeAt;
  private volatile boolean stopping;

  LeaseWatch(
      String nodeId, RunningClaims claims, Timing timing, Reports reports, ThreadFactory factory) {
    this.claims = claims;
    this.timing = timing;
    this.reports = reports;
    this.thread =
        new BackgroundThread(
            "ledger-lease-watch-" + nodeId,
            this::run,
            factory,
            error -> reports.threadFailed("the lease watch", error));
  }

  /** The thread; losses are signalled as long as it lives. */
  BackgroundThread thread() {
    return thread;
  }

  private void run() {
    while (!(stopping && claims.isIdle())) {
      // Set before looking, so that whoever starts after the look wakes this thread.
      wakeAt = timing.nanoTime() + IDLE;
      long next;
      try {
        next = look();
      } catch (Throwable t) {
        reports.threadFailed("the lease watch", t);
        next = timing.nanoTime() + AFTER_FAILURE;
      }
      wakeAt = next;
      timing.parkUntil(next);
      Thread.interrupted();
    }
  }

  /** Signals what has run out, and tells when the next one will. */
  private long look() {
    long next = timing.nanoTime() + IDLE;
    for (RunningClaim claim : claims.all()) {
      claim.loseIfRunOut();
      if (claim.isRunning() && claim.lease().lostAt() - next < 0) {
        next = claim.lease().lostAt();
      }
    }
    return next;
  }

  /** A handler starts: wakes the watch if it would sleep too long. */
  void expect(RunningClaim claim) {
    if (claim.lease().lostAt() - wakeAt < 0) {
      thread.wake();
    }
  }

  /** Ends when the last claim has. */
  void stop() {
    stopping = true;
    thread.wake();
  }
}
