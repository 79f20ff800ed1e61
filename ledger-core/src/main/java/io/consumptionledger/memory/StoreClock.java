package io.consumptionledger.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** The store's own clock. Cut to microseconds, because databases keep no more. */
final class StoreClock {
  private final InstantSource source;

  StoreClock(InstantSource source) {
    this.source = Objects.requireNonNull(source, "clock");
  }

  Instant now() {
    return source.instant().truncatedTo(ChronoUnit.MICROS);
  }

  static Instant after(Instant now, Duration delay) {
    return now.plus(delay.truncatedTo(ChronoUnit.MICROS));
  }

  static Instant before(Instant now, Duration span) {
    return now.minus(span.truncatedTo(ChronoUnit.MICROS));
  }

  /** The time from one instant to a later one, zero if it is not later. */
  static Duration between(Instant from, Instant to) {
    Duration time = Duration.between(from, to);
    return time.isNegative() ? Duration.ZERO : time;
  }
}
