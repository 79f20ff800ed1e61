package io.consumptionledger.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Runs tasks, each once, and waits for all of them; it never returns while one still runs. What an
 * executor does not take, drops, or does not come to, the calling thread runs itself.
 */
final class Tasks {
  private static final long MOMENT_MILLIS = 500;

  private final List<Task> tasks = new ArrayList<>();
  private long moves;

  private Tasks(List<Runnable> bodies) {
    bodies.forEach(body -> tasks.add(new Task(body)));
  }

  /**
   * Runs tasks.
   *
   * @param executor runs them; null for the calling thread, one after the other
   * @param between done by the calling thread when a task has ended, and at least every half second
   *     while others run them
   * @throws RuntimeException or an Error, what the first of them threw, after all have ended
   */
  static void run(List<Runnable> bodies, Executor executor, Runnable between) {
    Tasks all = new Tasks(bodies);
    for (Task each : all.tasks) {
      if (executor == null) {
        each.run();
      } else {
        each.start(executor);
      }
      between.run();
    }
    all.awaitEnd(between);
    all.tasks.forEach(Task::rethrow);
  }

  /** One that others do not get on with is run here; after an interrupt all that are left are. */
  private void awaitEnd(Runnable between) {
    boolean interrupted = false;
    while (!haveEnded()) {
      long before = moves();
      if (!interrupted && pause(before)) {
        interrupted = true;
        Thread.currentThread().interrupt(); // for who looks in between
      }
      between.run();
      interrupted |= Thread.interrupted();
      if (interrupted) {
        tasks.forEach(Task::run);
        waitForMove(moves());
      } else if (moves() == before) {
        tasks.stream().filter(task -> !task.hasStarted()).findFirst().ifPresent(Task::run);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean haveEnded() {
    return tasks.stream().allMatch(task -> task.ended);
  }

  private synchronized long moves() {
    return moves;
  }

  private synchronized void moved() {
    moves++;
    notifyAll();
  }

  /** Whether it was interrupted. */
  private synchronized boolean pause(long seen) {
    try {
      if (moves == seen && !haveEnded()) {
        wait(MOMENT_MILLIS);
      }
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private synchronized void waitForMove(long seen) {
    if (pause(seen)) {
      Thread.currentThread().interrupt(); // known already, and taken away by who called
    }
  }

  private final class Task {
    private final Runnable body;
    private boolean started;
    private boolean ended;
    private Throwable error;

    Task(Runnable body) {
      this.body = body;
    }

    /** Executors may throw anything when they have no thread left. */
    void start(Executor executor) {
      try {
        executor.execute(this::run);
      } catch (RuntimeException | Error notTaken) {
        run();
      }
    }

    boolean hasStarted() {
      synchronized (Tasks.this) {
        return started;
      }
    }

    void run() {
      synchronized (Tasks.this) {
        if (started) {
          return;
        }
        started = true;
        moved();
      }
      Throwable thrown = null;
      try {
        body.run();
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
      synchronized (Tasks.this) {
        error = thrown;
        ended = true;
        moved();
      }
    }

    void rethrow() {
      if (error instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (error instanceof Error serious) {
        throw serious;
      }
    }
  }
}
