package io.consumptionledger.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The JVM's monotonic clock, and waiting on it. */
public interface Timing {
  /** The real thing. */
  Timing SYSTEM =
      new Timing() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
          TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        }

        @Override
        public void parkUntil(long nanoTime) {
          LockSupport.parkNanos(this, nanoTime - System.nanoTime());
        }
      };

  /** Nanoseconds since some fixed moment. */
  long nanoTime();

  /** Waits. */
  void pause(Duration duration) throws InterruptedException;

  /**
   * Parks the calling thread until a moment, until it is unparked or interrupted, or for no reason
   * at all: the caller looks again. A moment that is past does not park.
   */
  void parkUntil(long nanoTime);
}
