package io.consumptionledger.internal.replay;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for another thread to get somewhere. */
public final class Eventually {
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();

  private Eventually() {}

  /** Fails when it does not come true in a long time. */
  public static void is(String what, BooleanSupplier condition) {
    long since = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - since > PATIENCE) {
        fail("never came true: " + what);
      }
      LockSupport.parkNanos(200_000);
    }
  }
}
