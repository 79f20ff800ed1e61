package io.consumptionledger.benchmarks.peers;

import io.consumptionledger.benchmarks.database.Messages;
import io.consumptionledger.benchmarks.database.Messages.Message;
import io.consumptionledger.benchmarks.database.Space;
import io.consumptionledger.benchmarks.harness.Callers;
import io.consumptionledger.benchmarks.harness.Histogram;
import io.consumptionledger.benchmarks.harness.Pace;
import io.consumptionledger.benchmarks.harness.Result;
import io.consumptionledger.benchmarks.harness.Step;
import io.consumptionledger.benchmarks.lines.DatabaseLine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A library that takes work into a table and does it later on threads of its own. Callers put in as
 * fast as it comes out, with a backlog that keeps its threads busy; what came out is counted.
 */
abstract class QueuePeer extends DatabaseLine {
  private static final int BACKLOG_PER_CALLER = 32;
  private static final long PATIENCE_SECONDS = 60;
  private static final long LOOK_MILLIS = 50;

  private final Duration leastWarmUp;
  private final Duration leastMeasured;
  private Semaphore room;
  private Semaphore done;

  QueuePeer(String name, Space space, Duration leastWarmUp, Duration leastMeasured) {
    super(name, space);
    this.leastWarmUp = leastWarmUp;
    this.leastMeasured = leastMeasured;
  }

  /** Puts a message in, committed when it returns. */
  abstract void put(Message message) throws Exception;

  /** The payload as text of the same length. */
  static String text(Message message) {
    return new String(message.payload(), StandardCharsets.ISO_8859_1).replace('\0', ' ');
  }

  /** To be called when a message was handled. */
  final void handled() {
    room.release();
    done.release();
  }

  @Override
  public void prepare(int callers) throws Exception {
    super.prepare(callers);
    room = new Semaphore(callers * BACKLOG_PER_CALLER);
    done = new Semaphore(0);
  }

  /** How long a message waits is a matter of the backlog, so times are not shown. */
  @Override
  public Result run(int callers, Pace pace) throws Exception {
    Pace enough =
        new Pace(longer(pace.warmUp(), leastWarmUp), longer(pace.measured(), leastMeasured));
    Result result =
        Callers.run(space(), callers + 1, enough, i -> i == 0 ? this::cameOut : started(i));
    return new Result(result.messages(), result.seconds(), new Histogram(), result.used());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** How many were handled since the last time. */
  private int cameOut() throws InterruptedException {
    return done.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS) ? 1 + done.drainPermits() : 0;
  }

  /** There is room for one when one has come out. */
  @Override
  protected Step step(int caller) {
    return () -> {
      if (!room.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name() + " handled nothing for a minute");
      }
      put(Messages.next());
      return 0;
    };
  }
}
