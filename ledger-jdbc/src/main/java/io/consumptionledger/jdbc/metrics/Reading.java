package io.consumptionledger.jdbc.metrics;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A number as it was last read, for as long as it may be believed. Thread-safe. */
final class Reading {
  private static final double NANOS = 1e9;

  private final LongSupplier nanoTime;
  private volatile Last last;

  Reading(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Last(double value, long at, long believedFor) {}

  void set(double value, Duration believedFor) {
    last = new Last(value, nanoTime.getAsLong(), believedFor.toNanos());
  }

  void set(Duration value, Duration believedFor) {
    set(value.getSeconds() + value.getNano() / NANOS, believedFor);
  }

  /** Nothing is known any more. */
  void clear() {
    last = null;
  }

  /** The number, or NaN when there is none or it is too old. */
  double value() {
    Last read = last;
    return read == null || nanoTime.getAsLong() - read.at() > read.believedFor()
        ? Double.NaN
        : read.value();
  }
}
