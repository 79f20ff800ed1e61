package io.consumptionledger.internal.replay;

import io.consumptionledger.Tenant;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.HandlerControlVerbs;
import io.consumptionledger.spi.HandlerControlVerbs.PausedHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which handlers are paused, as last read. When the store does not answer, what was known stays
 * valid: a pause is kept, and one that has an end ends by the monotonic clock. Thread-safe.
 */
public final class Pauses {
  /** A longer pause may be ended by hand at any time, so nobody is told to stay away longer. */
  static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(30);

  private final HandlerControlVerbs store;
  private final Timing timing;
  private final Reports reports;
  private volatile Known known = new Known(Map.of(), null);

  /** Knows of no pause until it is told to read. */
  public Pauses(HandlerControlVerbs store, Timing timing, Reports reports) {
    this.store = store;
    this.timing = timing;
    this.reports = reports;
  }

  private record Known(Map<Queue, Pause> pauses, Long readAt) {}

  /** A pause that ends at a moment of the monotonic clock, or never. */
  private record Pause(Long endsAt) {}

  /** Reads the pauses, unless that was done lately; a failure is reported and changes nothing. */
  void refreshIfOlderThan(Duration age) {
    Long readAt = known.readAt();
    if (readAt == null || timing.nanoTime() - readAt >= age.toNanos()) {
      refresh();
    }
  }

  /** Reads the pauses; a failure is reported and changes nothing. */
  public void refresh() {
    try {
      read();
    } catch (RuntimeException | Error e) {
      reports.tickFailed("reading the paused handlers", e);
    }
  }

  /** One at a time, so that an answer never replaces a younger one. */
  private synchronized void read() {
    long now = timing.nanoTime();
    Map<Queue, Pause> pauses = new HashMap<>();
    for (PausedHandler paused : store.pausedHandlers()) {
      Long endsAt = paused.left() == null ? null : now + paused.left().toNanos();
      pauses.put(new Queue(paused.handlerId(), paused.tenant()), new Pause(endsAt));
    }
    known = new Known(pauses, now);
  }

  boolean isPaused(Queue queue) {
    return left(queue).isPresent();
  }

  /**
   * Whether a message must wait, and how long at least.
   *
   * @return the time after which to ask again, or empty when the handler is not paused
   */
  public Optional<Duration> retryAfter(Tenant tenant, String handlerId) {
    return left(new Queue(handlerId, tenant));
  }

  private Optional<Duration> left(Queue queue) {
    Pause pause = known.pauses().get(queue);
    if (pause == null) {
      return Optional.empty();
    }
    if (pause.endsAt() == null) {
      return Optional.of(LONGEST_RETRY_AFTER);
    }
    Duration left = Duration.ofNanos(pause.endsAt() - timing.nanoTime());
    if (left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    return Optional.of(left.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : left);
  }
}
