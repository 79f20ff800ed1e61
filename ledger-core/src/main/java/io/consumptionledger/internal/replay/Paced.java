package io.consumptionledger.internal.replay;

import io.consumptionledger.internal.Reports;
import io.consumptionledger.internal.Timing;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Does one thing again and again on a thread of its own until it is stopped. Whatever a round
 * throws is reported, every time, and never ends the thread.
 */
final class Paced {
  /** Wake-ups that fall this close together are one. */
  static final Duration GRAIN = Duration.ofMillis(20);

  private static final int MOST_WAKE_UPS = 1_000;

  private final String what;
  private final Timing timing;
  private final Reports reports;
  private final Supplier<Duration> interval;
  private final Round round;
  private final Thread thread;

  /** Moments at which to look earlier than the interval says; compared as nanoTime must be. */
  private final TreeSet<Long> wakeUps = new TreeSet<>((a, b) -> Long.compare(a - b, 0));

  private volatile boolean stopped;

  /** One round. */
  interface Round {
    /**
     * Does the work.
     *
     * @return whether there is more to do at once
     */
    boolean run() throws Exception;
  }

  Paced(
      String what,
      ThreadFactory threads,
      Timing timing,
      Reports reports,
      Supplier<Duration> interval,
      Round round) {
    this.what = what;
    this.timing = timing;
    this.reports = reports;
    this.interval = interval;
    this.round = round;
    this.thread = threads.newThread(this::work);
  }

  void start() {
    thread.start();
  }

  /** Ends the thread after the round at hand. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  boolean isStopped() {
    return stopped;
  }

  /** Whether the thread does nothing any more, or never did. */
  boolean isOver() {
    return !thread.isAlive();
  }

  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** Asks for a round after a delay, if none comes earlier. Only a hint: it may be forgotten. */
  void wakeIn(Duration delay) {
    long at = timing.nanoTime() + delay.toNanos();
    long grain = GRAIN.toNanos();
    synchronized (wakeUps) {
      wakeUps.add(Math.floorDiv(at + grain - 1, grain) * grain);
      if (wakeUps.size() > MOST_WAKE_UPS) {
        wakeUps.pollLast();
      }
    }
    LockSupport.unpark(thread);
  }

  private void work() {
    while (!stopped) {
      boolean more = false;
      try {
        more = round.run();
      } catch (Throwable t) {
        reports.tickFailed(what, t);
      }
      if (!more) {
        await(timing.nanoTime() + interval.get().toNanos());
      }
    }
  }

  private void await(long until) {
    while (!stopped && !isTime(until)) {
      // Nobody may end this thread but stop(); an interrupt only makes it look again.
      if (Thread.interrupted()) {
        return;
      }
      timing.parkUntil(next(until));
    }
  }

  private boolean isTime(long until) {
    long now = timing.nanoTime();
    if (next(until) - now > 0) {
      return false;
    }
    synchronized (wakeUps) {
      wakeUps.headSet(now, true).clear();
    }
    return true;
  }

  private long next(long until) {
    synchronized (wakeUps) {
      return wakeUps.isEmpty() || wakeUps.first() - until > 0 ? until : wakeUps.first();
    }
  }
}
