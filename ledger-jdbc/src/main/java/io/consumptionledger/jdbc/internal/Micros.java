package io.consumptionledger.jdbc.internal;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Time as it travels: whole microseconds. */
final class Micros {
  /** A thousand years; what is longer would leave the range that databases keep. */
  private static final Duration LONGEST = Duration.ofDays(365_250);

  private static final long PER_SECOND = 1_000_000;
  private static final int NANOS = 1_000;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private Micros() {}

  /** A length of time, cut to microseconds and to a thousand years. */
  static long of(Duration value) {
    Duration span = value.compareTo(LONGEST) > 0 ? LONGEST : value;
    return span.getSeconds() * PER_SECOND + span.getNano() / NANOS;
  }

  /** A point in time, cut to microseconds. */
  static long of(Instant value) {
    return value.getEpochSecond() * PER_SECOND + value.getNano() / NANOS;
  }

  /**
   * A bound of a range of times that are kept in microseconds: rounded up, because what is at or
   * after a bound between two microseconds is at or after the later of them.
   *
   * @param value the bound, or null for none
   * @param none what to take for none
   */
  static long bound(Instant value, Instant none) {
    if (value == null || value.isAfter(LATEST)) {
      return of(value == null ? none : LATEST);
    }
    if (value.isBefore(Instant.EPOCH)) {
      return 0;
    }
    return of(value) + (value.getNano() % NANOS == 0 ? 0 : 1);
  }

  static long from(Instant value) {
    return bound(value, Instant.EPOCH);
  }

  static long before(Instant value) {
    return bound(value, LATEST);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** A time that is left, zero when it is over. */
  static Duration left(long micros) {
    return micros <= 0 ? Duration.ZERO : Duration.of(micros, ChronoUnit.MICROS);
  }
}
