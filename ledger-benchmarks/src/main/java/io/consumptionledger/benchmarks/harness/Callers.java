package io.consumptionledger.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** Threads that do the same again and again, each beginning anew as soon as it is done. */
public final class Callers {
  private static final long PATIENCE_SECONDS = 120;
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private enum Phase {
    WARM_UP,
    MEASURED,
    STOPPED
  }

  private final Meter meter;

  /** Counts callers that have nothing left to do. */
  private final CountDownLatch finished;

  private final CountDownLatch ended;

  /** Callers stay until all meters are read, because a thread's account ends with it. */
  private final CountDownLatch released = new CountDownLatch(1);

  /** A step may take longer than the time there is; one must count. */
  private final CountDownLatch counted = new CountDownLatch(1);

  private final CountDownLatch failed = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile Phase phase = Phase.WARM_UP;

  private Callers(Meter meter, int callers) {
    this.meter = meter;
    this.finished = new CountDownLatch(callers);
    this.ended = new CountDownLatch(callers);
  }

  /**
   * Runs callers until the time is over, or until all are finished.
   *
   * @param meter what to read at the beginning and the end
   * @param callers how many
   * @param pace how long
   * @param steps what the caller of a number does; called before the time begins
   * @return what they did
   * @throws Exception the first failure of any of them
   */
  public static Result run(Meter meter, int callers, Pace pace, IntFunction<Step> steps)
      throws Exception {
    return new Callers(meter, callers).measure(callers, pace, steps);
  }

  private final class Caller implements Runnable {
    private final Step step;
    private final Histogram latencies = new Histogram();
    private long messages;

    Caller(Step step) {
      this.step = step;
    }

    @Override
    public void run() {
      try (step) {
        repeat();
        finished.countDown();
        released.await();
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
        failed.countDown();
      } finally {
        ended.countDown();
      }
    }

    private void repeat() throws Exception {
      while (phase != Phase.STOPPED) {
        long begin = System.nanoTime();
        int done = step.run();
        if (done == Step.FINISHED) {
          return;
        }
        if (phase == Phase.MEASURED && done > 0) {
          latencies.add(System.nanoTime() - begin);
          messages += done;
          counted.countDown();
        }
      }
    }
  }

  private Result measure(int count, Pace pace, IntFunction<Step> steps) throws Exception {
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      callers.add(new Caller(steps.apply(i)));
    }
    boolean warm = pace.warmUp().isZero();
    phase = warm ? Phase.MEASURED : Phase.WARM_UP;
    Meter.Reading before = meter.read();
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(callers.get(i), "caller-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    if (!warm) {
      failed.await(pace.warmUp().toNanos(), TimeUnit.NANOSECONDS);
      before = meter.read();
      begin = System.nanoTime();
      phase = Phase.MEASURED;
    }
    boolean allDone = awaitEnd(pace);
    long end = System.nanoTime();
    Meter.Reading used = meter.used(before, (end - begin) / 1e9);
    if (!allDone) {
      end = System.nanoTime(); // they went on while the meters were read
    }
    phase = Phase.STOPPED;
    released.countDown();
    if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("callers did not end within " + PATIENCE_SECONDS + " s");
    }
    if (failure.get() != null) {
      throw new IllegalStateException("a caller failed: " + failure.get(), failure.get());
    }
    Histogram latencies = new Histogram();
    callers.forEach(caller -> latencies.addAll(caller.latencies));
    long messages = callers.stream().mapToLong(caller -> caller.messages).sum();
    return new Result(messages, (end - begin) / 1e9, latencies, used);
  }

  /** Waits until the time is over, somebody failed or, then true, everything is done. */
  private boolean awaitEnd(Pace pace) throws InterruptedException {
    long giveUpAt = System.nanoTime() + pace.measured().toNanos();
    long patientUntil = giveUpAt + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (failed.getCount() > 0
        && System.nanoTime() < (counted.getCount() == 0 ? giveUpAt : patientUntil)) {
      long left = giveUpAt - System.nanoTime();
      long slice = left > 0 ? Math.min(left, SLICE_NANOS) : SLICE_NANOS;
      if (finished.await(slice, TimeUnit.NANOSECONDS)) {
        return true;
      }
    }
    return false;
  }
}
