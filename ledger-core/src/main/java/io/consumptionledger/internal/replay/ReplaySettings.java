package io.consumptionledger.internal.replay;

import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.InvalidFieldException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How a node replays and recovers.
 *
 * @param workers how many due rows it runs at once, 0 for none
 * @param workerThreads makes the threads that run them
 * @param pollInterval how often it looks for due rows and pauses
 * @param recoveryInterval how often it looks for rows of dead owners; null for half of the shortest
 *     lease
 */
public record ReplaySettings(
    int workers, ThreadFactory workerThreads, Duration pollInterval, Duration recoveryInterval) {
  /** The most workers. */
  public static final int MOST_WORKERS = 1_000;

  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(10);
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

  /** Eight workers on daemon threads, polling every second. */
  public static final ReplaySettings DEFAULT =
      new ReplaySettings(8, daemons(), Duration.ofSeconds(1), null);

  /** Checks all parts. */
  public ReplaySettings {
    if (workers < 0 || workers > MOST_WORKERS) {
      throw new InvalidFieldException(
          "replayWorkers", "is " + workers + ", must be from 0 to " + MOST_WORKERS);
    }
    Objects.requireNonNull(workerThreads, "workerThreads");
    between("pollInterval", Objects.requireNonNull(pollInterval, "pollInterval"));
    if (recoveryInterval != null) {
      between("recoveryInterval", recoveryInterval);
    }
  }

  private static void between(String field, Duration value) {
    if (value.compareTo(SHORTEST_INTERVAL) < 0 || value.compareTo(LONGEST_INTERVAL) > 0) {
      throw new InvalidFieldException(
          field, "is " + value + ", must be from " + SHORTEST_INTERVAL + " to " + LONGEST_INTERVAL);
    }
  }

  private static ThreadFactory daemons() {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "ledger-worker-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** The same with another number of workers. */
  public ReplaySettings withWorkers(int value) {
    return new ReplaySettings(value, workerThreads, pollInterval, recoveryInterval);
  }

  /** The same with other threads for the workers. */
  public ReplaySettings withWorkerThreads(ThreadFactory value) {
    return new ReplaySettings(workers, value, pollInterval, recoveryInterval);
  }

  /** The same with another poll interval. */
  public ReplaySettings withPollInterval(Duration value) {
    return new ReplaySettings(workers, workerThreads, value, recoveryInterval);
  }

  /** The same with another interval for the recovery sweep. */
  public ReplaySettings withRecoveryInterval(Duration value) {
    Objects.requireNonNull(value, "recoveryInterval");
    return new ReplaySettings(workers, workerThreads, pollInterval, value);
  }

  Duration recoveryInterval(Collection<HandlerDeclaration<?>> handlers) {
    if (recoveryInterval != null) {
      return recoveryInterval;
    }
    Duration shortest =
        handlers.stream()
            .map(HandlerDeclaration::lease)
            .min(Comparator.naturalOrder())
            .orElseThrow();
    Duration half = shortest.dividedBy(2);
    return half.compareTo(LONGEST_INTERVAL) > 0 ? LONGEST_INTERVAL : half;
  }
}
