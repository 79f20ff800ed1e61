package io.consumptionledger.conformance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Runs things at the same moment, or on another thread, with an end to all waiting. */
public final class Together {
  private static final long SECONDS = 60;

  private Together() {}

  /**
   * Runs tasks at once, each on a thread of its own.
   *
   * @param count how many
   * @param task the task of each number
   * @param <T> what they return
   * @return what they returned, in the order of their numbers
   */
  public static <T> List<T> run(int count, IntFunction<T> task) {
    return run(count, Duration.ofSeconds(SECONDS), task);
  }

  /**
   * Runs tasks at once, each on a thread of its own.
   *
   * @param count how many
   * @param within how long each may take
   * @param task the task of each number
   * @param <T> what they return
   * @return what they returned, in the order of their numbers
   */
  public static <T> List<T> run(int count, Duration within, IntFunction<T> task) {
    CyclicBarrier start = new CyclicBarrier(count);
    List<Callable<T>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      tasks.add(
          () -> {
            start.await(SECONDS, TimeUnit.SECONDS);
            return task.apply(number);
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<T>> futures = new ArrayList<>();
      tasks.forEach(t -> futures.add(threads.submit(t)));
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(resultOf(future, within));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Starts a task on another thread.
   *
   * @param task the task
   * @param <T> what it returns
   * @return its result, for {@link #resultOf}
   */
  public static <T> Future<T> start(Callable<T> task) {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<T> future = thread.submit(task);
    thread.shutdown();
    return future;
  }

  /**
   * Runs a task on another thread and waits for it.
   *
   * @param task the task
   * @param <T> what it returns
   * @return what it returned
   */
  public static <T> T elsewhere(Callable<T> task) {
    return resultOf(start(task));
  }

  /**
   * Waits for a task.
   *
   * @param future the task
   * @param <T> what it returns
   * @return what it returned
   * @throws AssertionError if it threw or did not end in time
   */
  public static <T> T resultOf(Future<T> future) {
    return resultOf(future, Duration.ofSeconds(SECONDS));
  }

  private static <T> T resultOf(Future<T> future, Duration within) {
    try {
      return future.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("a concurrent call failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("a concurrent call did not end within " + within, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /**
   * Waits until a condition holds.
   *
   * @param condition the condition
   * @param what what is awaited, for the message
   */
  public static void await(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited " + SECONDS + " s in vain until " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
