package io.consumptionledger;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do, with an end to it. */
public final class Await {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private Await() {}

  /** Returns when the condition holds; fails when it does not for long. */
  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited in vain until " + what);
      }
      LockSupport.parkNanos(200_000);
    }
  }
}
