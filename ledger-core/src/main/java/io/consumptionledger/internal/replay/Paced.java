package io.consumptionledger.internal.replay;

import io.consumptionledger.internal.BackgroundThread;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.internal.Timing;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;

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
  private final Work work;
  private final BackgroundThread thread;

  /** Moments at which to look earlier than the interval says; compared as nanoTime must be. */
  private final TreeSet<Long> wakeUps = new TreeSet<>((a, b) -> Long.compare(a - b, 0));

  private volatile boolean stopped;
  private volatile boolean started;
  private volatile boolean working;

  /** What is done. */
  interface Work {
    /**
     * One round.
     *
     * @return whether there is more to do at once
     */
    boolean round() throws Exception;

    /** The time until the next round, asked each time. */
    Duration interval();

    /** The thread has ended; must not throw. */
    void ended();
  }

  /**
   * Not started yet; the first round comes after an interval, or a hint.
   *
   * @param name the thread's name
   * @param what the work, for reports
   * @param threads makes the thread
   * @param timing the clock
   * @param reports who hears of failures
   * @param work the work
   */
  Paced(
      String name, String what, ThreadFactory threads, Timing timing, Reports reports, Work work) {
    this.what = what;
    this.timing = timing;
    this.reports = reports;
    this.work = work;
    this.thread = new BackgroundThread(name, this::work, threads, t -> reports.tickFailed(what, t));
  }

  /** Starts the thread; if that fails, hints try again. */
  void start() {
    started = true;
    thread.ensureAlive();
  }

  /** Ends the thread after the round at hand. */
  void stop() {
    stopped = true;
    thread.wake();
  }

  boolean isStopped() {
    return stopped;
  }

  /** Whether nothing is done at the moment, and after {@link #stop} nothing will be. */
  boolean isOver() {
    return !working;
  }

  boolean isCurrent() {
    return thread.isCurrent();
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
    if (started && !stopped) {
      thread.ensureAlive();
    }
    thread.wake();
  }

  private void work() {
    working = true;
    try {
      boolean more = false;
      while (!stopped) {
        if (!more) {
          await(timing.nanoTime() + work.interval().toNanos());
        }
        more = !stopped && round();
      }
    } finally {
      working = false;
      work.ended();
    }
  }

  private boolean round() {
    try {
      return work.round();
    } catch (Throwable t) {
      reports.tickFailed(what, t);
      return false;
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
