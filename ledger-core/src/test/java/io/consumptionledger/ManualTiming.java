package io.consumptionledger;

import io.consumptionledger.internal.Timing;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A clock that a test moves; threads that wait on it wake when their moment has come. */
public final class ManualTiming implements Timing {
  private final Map<Thread, Long> parked = new ConcurrentHashMap<>();
  private volatile long nanos = 1_000;

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    elapse(duration);
  }

  @Override
  public void parkUntil(long nanoTime) {
    Thread me = Thread.currentThread();
    parked.put(me, nanoTime);
    try {
      if (nanoTime - nanos > 0) {
        LockSupport.park(this);
      }
    } finally {
      parked.remove(me);
    }
  }

  /** Time passes. */
  public synchronized void elapse(Duration duration) {
    nanos += duration.toNanos();
    parked.forEach(
        (thread, until) -> {
          if (until - nanos <= 0) {
            LockSupport.unpark(thread);
          }
        });
  }

  /** Whether a thread whose name starts so is waiting for a moment to come. */
  public boolean isWaiting(String name) {
    return parked.entrySet().stream()
        .anyMatch(each -> each.getKey().getName().startsWith(name) && each.getValue() - nanos > 0);
  }
}
