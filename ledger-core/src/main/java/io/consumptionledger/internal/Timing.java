package io.consumptionledger.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

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
      };

  /** Nanoseconds since some fixed moment. */
  long nanoTime();

  /** Waits. */
  void pause(Duration duration) throws InterruptedException;
}
