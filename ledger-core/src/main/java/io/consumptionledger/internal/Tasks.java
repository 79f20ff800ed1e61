package io.consumptionledger.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs tasks and waits for all of them. */
final class Tasks {
  private Tasks() {}

  /**
   * Runs tasks; what the executor does not take, the calling thread runs.
   *
   * @param executor runs them; null for the calling thread, one after the other
   * @param between done now and then by the calling thread
   * @throws RuntimeException or an Error, what the first of them threw, after all have ended
   */
  static void run(List<Runnable> tasks, Executor executor, Runnable between) {
    if (executor == null) {
      for (Runnable task : tasks) {
        task.run();
        between.run();
      }
      return;
    }
    List<CompletableFuture<Throwable>> running = new ArrayList<>();
    for (Runnable task : tasks) {
      running.add(start(task, executor).handle((done, error) -> error));
      between.run();
    }
    Throwable first = null;
    for (CompletableFuture<Throwable> each : running) {
      Throwable error = each.join();
      first = first == null ? error : first;
      between.run();
    }
    rethrow(first);
  }

  private static CompletableFuture<Void> start(Runnable task, Executor executor) {
    try {
      return CompletableFuture.runAsync(task, executor);
    } catch (RejectedExecutionException full) {
      return CompletableFuture.runAsync(task, Runnable::run);
    }
  }

  private static void rethrow(Throwable error) {
    Throwable cause = error instanceof CompletionException ? error.getCause() : error;
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error serious) {
      throw serious;
    }
  }
}
