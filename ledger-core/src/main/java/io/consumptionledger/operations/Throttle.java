package io.consumptionledger.operations;

import io.consumptionledger.internal.Timing;
import io.consumptionledger.operations.ReplayReport.End;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/** Holds a run to its rate and to its bound of rows in flight. Used by one thread. */
final class Throttle {
  private static final double NANOS = 1e9;

  private final Timing timing;
  private final StopSignal stop;
  private final Supplier<Set<Integer>> look;
  private final int bound;
  private final long gap;
  private final long lookEvery;
  private final long patience;

  private Set<Integer> flying = Set.of();
  private int scheduledSince;
  private long lookedAt;
  private long nextAt;
  private long movedAt;

  /**
   * A throttle that lets the first row pass at once.
   *
   * @param look the positions of the rows in flight, at least as many as the bound if there are
   */
  Throttle(Timing timing, StopSignal stop, ReplayOptions options, Supplier<Set<Integer>> look) {
    this.timing = timing;
    this.stop = stop;
    this.look = look;
    this.bound = options.inFlight();
    this.gap = (long) Math.ceil(NANOS / options.perSecond());
    this.lookEvery = nanos(options.look());
    this.patience = nanos(options.patience());
    this.nextAt = timing.nanoTime();
    this.lookedAt = nextAt - lookEvery;
    this.movedAt = nextAt;
  }

  private static long nanos(Duration time) {
    return time.toNanos();
  }

  /** Waits until one more row may be scheduled; tells why to end instead, or null. */
  End next() {
    while (true) {
      End end = stop.end();
      if (end != null) {
        return end;
      }
      long now = timing.nanoTime();
      if (nextAt - now > 0) {
        timing.parkUntil(nextAt);
        continue;
      }
      if (isFull() || now - lookedAt >= lookEvery) {
        look();
      }
      if (!isFull()) {
        nextAt = now + gap;
        return null;
      }
      end = pause();
      if (end != null) {
        return end;
      }
    }
  }

  /** One more row is in flight. */
  void scheduled() {
    scheduledSince++;
    movedAt = timing.nanoTime();
  }

  /** The rows in flight now. */
  Set<Integer> look() {
    Set<Integer> now = look.get();
    if (!now.equals(flying)) {
      movedAt = timing.nanoTime();
    }
    flying = now;
    scheduledSince = 0;
    lookedAt = timing.nanoTime();
    return now;
  }

  /** Waits until other rows are in flight than were; tells why to end instead, or null. */
  End changed(Set<Integer> before) {
    while (look().equals(before)) {
      End end = stop.end();
      end = end == null ? pause() : end;
      if (end != null) {
        return end;
      }
    }
    return null;
  }

  private boolean isFull() {
    return flying.size() + scheduledSince >= bound;
  }

  private End pause() {
    long now = timing.nanoTime();
    if (now - movedAt >= patience) {
      return End.NO_PROGRESS;
    }
    timing.parkUntil(now + lookEvery);
    return null;
  }
}
