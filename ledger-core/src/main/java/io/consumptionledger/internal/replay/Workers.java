package io.consumptionledger.internal.replay;

import io.consumptionledger.internal.Timing;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A fixed number of threads that run due rows, and the count of who holds them. Work is taken only
 * when a thread is free, so nothing that is claimed waits. Thread-safe.
 */
final class Workers {
  private static final int IDLE_SECONDS = 30;

  private final int size;
  private final Timing timing;
  private final Runnable onEnd;
  private final ThreadPoolExecutor threads; // null when there are none
  private final Map<String, Integer> running = new HashMap<>();
  private int busy;
  private long ends;
  private volatile boolean closed;
  private volatile Thread waiting;

  /**
   * No thread is started yet.
   *
   * @param size how many there may be, at least 0
   * @param factory makes them
   * @param timing the clock
   * @param onEnd hears that a worker has become free; must not throw
   */
  Workers(int size, ThreadFactory factory, Timing timing, Runnable onEnd) {
    this.size = size;
    this.onEnd = onEnd;
    this.timing = timing;
    this.threads = size == 0 ? null : pool(size, factory);
  }

  private static ThreadPoolExecutor pool(int size, ThreadFactory factory) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> thread(factory, work));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** A pool that gets no thread would keep the work and never run it. */
  private static Thread thread(ThreadFactory factory, Runnable work) {
    Thread thread = factory.newThread(work);
    if (thread == null) {
      throw new IllegalStateException("the thread factory for workers returned null");
    }
    return thread;
  }

  int size() {
    return size;
  }

  synchronized int free() {
    return closed ? 0 : size - busy;
  }

  /** How many workers a handler holds. */
  synchronized int running(String handlerId) {
    return running.getOrDefault(handlerId, 0);
  }

  /** How often a worker has become free. */
  synchronized long ends() {
    return ends;
  }

  synchronized boolean isIdle() {
    return busy == 0;
  }

  /**
   * Starts work on a free worker.
   *
   * @throws RuntimeException or Error if no thread takes it; then nothing was started
   */
  void start(String handlerId, Runnable work) {
    taken(handlerId);
    boolean started = false;
    try {
      threads.execute(
          () -> {
            try {
              work.run();
            } finally {
              released(handlerId);
            }
          });
      started = true;
    } finally {
      if (!started) {
        released(handlerId);
      }
    }
  }

  private synchronized void taken(String handlerId) {
    if (closed || busy == size) {
      throw new IllegalStateException("no worker is free");
    }
    busy++;
    running.merge(handlerId, 1, Integer::sum);
  }

  private void released(String handlerId) {
    synchronized (this) {
      busy--;
      ends++;
      running.computeIfPresent(handlerId, (id, count) -> count == 1 ? null : count - 1);
    }
    LockSupport.unpark(waiting);
    onEnd.run();
  }

  /**
   * Waits until a worker is free. For one thread at a time.
   *
   * @param until when to give up, on the monotonic clock
   * @return whether one is
   */
  boolean awaitFree(long until) throws InterruptedException {
    await(() -> free() > 0, until);
    return free() > 0;
  }

  /** Waits until a worker has become free since a count was taken. For one thread at a time. */
  void awaitEnd(long seen, long until) throws InterruptedException {
    await(() -> ends() != seen, until);
  }

  private void await(BooleanSupplier enough, long until) throws InterruptedException {
    waiting = Thread.currentThread();
    try {
      while (!closed && !enough.getAsBoolean() && timing.nanoTime() - until < 0) {
        if (Thread.interrupted()) {
          throw new InterruptedException("while waiting for a worker");
        }
        timing.parkUntil(until);
      }
    } finally {
      waiting = null;
    }
  }

  /** Takes no more work; what runs goes on to its end. */
  void close() {
    closed = true;
    LockSupport.unpark(waiting);
    if (threads != null) {
      threads.shutdown();
    }
  }
}
