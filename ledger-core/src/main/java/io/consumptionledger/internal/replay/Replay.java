package io.consumptionledger.internal.replay;

import io.consumptionledger.RecoveryResult;
import io.consumptionledger.internal.DueHints;
import io.consumptionledger.internal.Lifecycle;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A node's replay: the thread that looks for due rows, its workers, and the thread that gives back
 * the rows of dead owners. Each has a thread of its own, so that a call that hangs in one does not
 * hold up the other. Thread-safe.
 */
public final class Replay implements DueHints, Lifecycle.Part {
  private static final double JITTER = 0.2;

  private final Runnable somethingEnded;
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
   * @param threads makes the two background threads
   * @param somethingEnded hears, after {@link #stop}, that it may be over
   */
  public Replay(
      ReplayParts parts,
      ReplaySettings settings,
      Pauses pauses,
      ThreadFactory threads,
      Runnable somethingEnded) {
    this.pauses = pauses;
    this.somethingEnded = somethingEnded;
    this.workers =
        new Workers(
            settings.workers(), settings.workerThreads(), parts.timing(), this::tellIfStopped);
    ReplayScheduler scheduler = new ReplayScheduler(parts, workers, pauses);
    String nodeId = parts.node().id();
    Duration poll = settings.pollInterval();
    this.looking =
        new Paced(
            "ledger-replay-" + nodeId,
            "the replay scheduler",
            threads,
            parts.timing(),
            parts.reports(),
            new Job(poll, () -> look(scheduler, poll)));
    RecoverySweep sweep = new RecoverySweep(parts, () -> dueIn(Duration.ZERO));
    Duration recovery = settings.recoveryInterval(parts.handlers().values());
    this.recovering =
        new Paced(
            "ledger-recovery-" + nodeId,
            "the recovery sweep",
            threads,
            parts.timing(),
            parts.reports(),
            new Job(recovery, sweep::pass));
    this.startUp = new StartUpRecovery(parts, sweep);
  }

  /** Work at an interval; nodes that started together must not ask together for ever. */
  private final class Job implements Paced.Work {
    private final Duration interval;
    private final Callable<Boolean> round;

    Job(Duration interval, Callable<Boolean> round) {
      this.interval = interval;
      this.round = round;
    }

    @Override
    public boolean round() throws Exception {
      return round.call();
    }

    @Override
    public Duration interval() {
      double factor = 1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
      return Duration.ofNanos((long) (interval.toNanos() * factor));
    }

    @Override
    public void ended() {
      tellIfStopped();
    }
  }

  private boolean look(ReplayScheduler scheduler, Duration poll) throws InterruptedException {
    pauses.refreshIfOlderThan(poll.dividedBy(2));
    return scheduler.tick(this::isStopped);
  }

  private boolean isStopped() {
    return looking.isStopped();
  }

  private void tellIfStopped() {
    if (isStopped()) {
      somethingEnded.run();
    }
  }

  /** Reads the pauses, so that none is overlooked, and starts both threads. */
  public void start() {
    pauses.refresh();
    looking.start();
    recovering.start();
    dueIn(Duration.ZERO);
  }

  @Override
  public void dueIn(Duration delay) {
    looking.wakeIn(delay);
  }

  /** Releases what an earlier incarnation of this node left behind. */
  public RecoveryResult recover(Duration twinSilent, Duration receivedWithin) {
    return startUp.recover(twinSilent, receivedWithin);
  }

  @Override
  public void stop() {
    looking.stop();
    recovering.stop();
    workers.close();
  }

  @Override
  public boolean isOver() {
    return looking.isOver() && recovering.isOver() && workers.isIdle();
  }

  @Override
  public boolean owns(Thread thread) {
    return looking.isCurrent() || recovering.isCurrent();
  }
}
