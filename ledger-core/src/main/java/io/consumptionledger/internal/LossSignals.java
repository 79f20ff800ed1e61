package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionKey;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what the application wants to be told of a lost lease on threads of its own, so that code
 * which blocks or throws holds up neither the heartbeat nor the watch nor other claims.
 */
final class LossSignals {
  private static final int MOST_THREADS = 64;
  private static final String CALLBACK = "a lost-lease callback";

  private final Reports reports;
  private final ThreadPoolExecutor threads;

  LossSignals(Reports reports, ThreadFactory factory) {
    this.reports = reports;
    this.threads =
        new ThreadPoolExecutor(
            MOST_THREADS, MOST_THREADS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    threads.allowCoreThreadTimeOut(true);
  }

  /** Tells of a loss: callbacks first, since the handler waits for them. */
  void lost(RunningClaim claim, List<Runnable> callbacks) {
    callbacks.forEach(callback -> call(claim.claim().key(), callback));
    execute(() -> reports.leaseLost(claim.claim()));
  }

  void call(ConsumptionKey key, Runnable callback) {
    execute(
        () -> {
          try {
            callback.run();
          } catch (Throwable t) {
            reports.userCodeFailed(key, CALLBACK, t);
          }
        });
  }

  /** Without a thread to spare, being told late by the caller is better than not at all. */
  private void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (Throwable noThread) {
      task.run();
    }
  }
}
