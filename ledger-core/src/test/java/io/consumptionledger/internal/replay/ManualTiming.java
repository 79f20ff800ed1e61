package io.consumptionledger.internal.replay;

import io.consumptionledger.internal.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Time that passes only when a test says so, on the JVM's clock and on the store's. */
final class ManualTiming implements Timing, InstantSource {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  /** A thread that waits looks again this often, in real time. */
  private static final long LOOK_NANOS = 500_000;

  private final AtomicLong elapsed = new AtomicLong();

  void elapse(Duration duration) {
    elapsed.addAndGet(duration.toNanos());
  }

  @Override
  public long nanoTime() {
    return elapsed.get();
  }

  @Override
  public Instant instant() {
    return START.plusNanos(elapsed.get());
  }

  @Override
  public void pause(Duration duration) {
    elapse(duration);
  }

  @Override
  public void parkUntil(long nanoTime) {
    if (nanoTime - nanoTime() > 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
