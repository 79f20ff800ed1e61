package io.consumptionledger.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
final class ManualClock implements InstantSource {
  private Instant now = Instant.parse("2024-02-29T12:00:00Z");

  @Override
  public synchronized Instant instant() {
    return now;
  }

  synchronized void advance(Duration time) {
    now = now.plus(time);
  }
}
