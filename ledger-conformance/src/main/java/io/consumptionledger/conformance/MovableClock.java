package io.consumptionledger.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The system's clock, moved ahead; so everything stored before becomes older. Thread-safe. */
public final class MovableClock implements InstantSource {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  /** A clock that shows the system's time. */
  public MovableClock() {}

  /**
   * Lets time pass.
   *
   * @param time how much
   */
  public void elapse(Duration time) {
    ahead.accumulateAndGet(time, Duration::plus);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead.get());
  }
}
