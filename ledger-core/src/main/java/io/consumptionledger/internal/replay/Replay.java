package io.consumptionledger.internal.replay;

import io.consumptionledger.RecoveryResult;
import io.consumptionledger.internal.DueHints;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A node's replay: the thread that looks for due rows, its workers, and the thread that gives back
 * the rows of dead owners. Each has a thread of its own, so that a call that hangs in one does not
 * hold up the other. Thread-safe.
 */
public final class Replay implements DueHints {
  /** Nodes that started together must not ask together for ever. */
  private static final double JITTER = 0.2;

  private final Workers workers;
  private final Pauses pauses;
  private final Paced looking;
  private final Paced recovering;
  private final StartUpRecovery startUp;

  /**
   * Puts it together; nothing runs until {@link #start}.
   *
   * @param parts what it works with
   * @param settings how
   * @param pauses which handlers are paused
   * @param threads makes the two background threads, named by the caller of {@code newThread}
   */
  public Replay(ReplayParts parts, ReplaySettings settings, Pauses pauses, ThreadFactory threads) {
    this.pauses = pauses;
    this.workers =
        new Workers(settings.workers(), settings.workerThreads(), parts.timing(), () -> {});
    ReplayScheduler scheduler = new ReplayScheduler(parts, workers, pauses);
    String nodeId = parts.node().id();
    Duration poll = settings.pollInterval();
    this.looking =
        new Paced(
            "the replay scheduler",
            named(threads, "ledger-replay-" + nodeId),
            parts.timing(),
            parts.reports(),
            () -> jittered(poll),
            () -> look(scheduler, poll));
    RecoverySweep sweep = new RecoverySweep(parts, () -> dueIn(Duration.ZERO));
    Duration recovery = settings.recoveryInterval(parts.handlers().values());
    this.recovering =
        new Paced(
            "the recovery sweep",
            named(threads, "ledger-recovery-" + nodeId),
            parts.timing(),
            parts.reports(),
            () -> jittered(recovery),
            sweep::pass);
    this.startUp = new StartUpRecovery(parts, sweep);
  }

  private boolean look(ReplayScheduler scheduler, Duration poll) throws InterruptedException {
    pauses.refreshIfOlderThan(poll.dividedBy(2));
    return scheduler.tick(this::isStopped);
  }

  private boolean isStopped() {
    return looking.isStopped();
  }

  private static ThreadFactory named(ThreadFactory threads, String name) {
    return work -> {
      Thread thread = threads.newThread(work);
      thread.setName(name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static Duration jittered(Duration interval) {
    double factor = 1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
    return Duration.ofNanos((long) (interval.toNanos() * factor));
  }

  /** Reads the pauses, so that none is overlooked at first, and starts both threads. */
  public void start() {
    pauses.refresh();
    looking.start();
    recovering.start();
  }

  @Override
  public void dueIn(Duration delay) {
    looking.wakeIn(delay);
  }

  /** Releases what an earlier incarnation of this node left behind. */
  public RecoveryResult recover(Duration twinSilent, Duration receivedWithin) {
    return startUp.recover(twinSilent, receivedWithin);
  }

  /**
   * Claims no more. What was claimed and not started goes back at once; what runs goes on to its
   * end. Does not wait.
   */
  public void stop() {
    looking.stop();
    recovering.stop();
    workers.close();
  }

  /** Whether nothing is claimed, runs or is given back any more; after {@link #stop}. */
  public boolean isOver() {
    return looking.isOver() && recovering.isOver() && workers.isIdle();
  }
}
