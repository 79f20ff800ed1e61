package io.consumptionledger.jdbc.metrics;

import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads what gauges show, again and again, on a daemon thread of its own. A round ends when an
 * interval has passed and the next one goes on where it ended, so that neither many handlers nor a
 * slow database make it do more than one thing at a time. Nothing that is thrown ends the rounds.
 */
final class Refresher implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.consumptionledger.metrics");

  private final List<Step> steps;
  private final Duration interval;
  private final Meters meters;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService thread;
  private volatile boolean closed;
  private int next;
  private boolean failing;

  Refresher(List<Step> steps, Duration interval, Meters meters, LongSupplier nanoTime) {
    this.steps = List.copyOf(steps);
    this.interval = interval;
    this.meters = meters;
    this.nanoTime = nanoTime;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work, "ledger-metrics");
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * One thing to read.
   *
   * @param what what it is, for the log
   * @param work reads it; may throw anything
   */
  record Step(String what, Runnable work) {}

  void start() {
    thread.scheduleWithFixedDelay(this::round, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Takes at least one step, and all if there is time. */
  void round() {
    long began = nanoTime.getAsLong();
    Step broken = null;
    Throwable error = null;
    int taken = 0;
    do {
      Step step = steps.get(next);
      next = (next + 1) % steps.size();
      try {
        step.work().run();
      } catch (Throwable t) {
        broken = error == null ? step : broken;
        error = error == null ? t : error;
      }
      taken++;
    } while (!closed && taken < steps.size() && nanoTime.getAsLong() - began < interval.toNanos());
    if (!closed) {
      report(nanoTime.getAsLong() - began, broken, error);
    }
  }

  /** The log hears of the first failure and of the end of failing, the timer of every round. */
  private void report(long took, Step broken, Throwable error) {
    try {
      meters
          .timer(LedgerMeter.REFRESHES, error == null ? "ok" : "failed")
          .record(took, TimeUnit.NANOSECONDS);
    } catch (Throwable t) {
      log(Level.WARNING, "a refresh could not be counted: " + shown(t));
    }
    if (error != null && !failing) {
      log(Level.WARNING, broken.what() + " could not be read for the gauges: " + shown(error));
    } else if (error == null && failing) {
      log(Level.INFO, "everything could be read for the gauges again");
    }
    failing = error != null;
  }

  /** Whatever logging throws, the rounds go on. */
  private static boolean log(Level level, String line) {
    try {
      LOG.log(level, line);
      return true;
    } catch (Throwable notLogged) {
      return false;
    }
  }

  private static String shown(Throwable error) {
    Failure redacted = Failure.of(ErrorClass.RETRYABLE, error, null);
    return redacted.type() + ": " + redacted.message();
  }

  /** Stops; a step that hangs is interrupted and not waited for. */
  @Override
  public void close() {
    closed = true;
    thread.shutdownNow();
  }
}
