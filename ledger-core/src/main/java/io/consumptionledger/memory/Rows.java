package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The table. Every write goes through here, and is held to the table of transitions and to the
 * column rules before it is visible. Not thread-safe: the store's lock guards it.
 */
final class Rows {
  /** The order of code points, which is that of UTF-8 bytes and so that of databases. */
  static final Comparator<String> TEXT =
      Comparator.comparing(text -> text.codePoints().toArray(), Arrays::compare);

  static final Comparator<MemoryRow> BY_RECEIVED =
      Comparator.<MemoryRow, Instant>comparing(row -> row.receivedAt).thenComparing(row -> row.key);

  private final StoreClock clock;
  private final NavigableMap<ConsumptionKey, MemoryRow> table = new TreeMap<>();
  private final MemoryOrder order = new MemoryOrder(this);

  Rows(StoreClock clock) {
    this.clock = clock;
  }

  MemoryOrder order() {
    return order;
  }

  Instant now() {
    return clock.now();
  }

  /** The row, or null. What it returns must not be changed. */
  MemoryRow find(ConsumptionKey key) {
    return table.get(key);
  }

  /** All rows of a handler, of any tenant, in the order of their keys. */
  Stream<MemoryRow> all() {
    return table.values().stream();
  }

  Stream<MemoryRow> of(String handlerId) {
    return table.values().stream().filter(row -> row.key.handlerId().equals(handlerId));
  }

  /** All rows of a handler of one tenant, in the order of their keys. */
  Stream<MemoryRow> of(Tenant tenant, String handlerId) {
    return of(handlerId).filter(row -> row.key.tenant().equals(tenant));
  }

  void insert(Transition transition, MemoryRow row) {
    checkMove(transition, null, row);
    if (table.putIfAbsent(row.key, row) != null) {
      throw new IllegalStateException(transition + " would overwrite " + row.key);
    }
  }

  /** Moves a row: one version on, updated now. */
  MemoryRow move(Transition transition, MemoryRow row, Instant now, Consumer<MemoryRow> change) {
    MemoryRow next = row.copy();
    change.accept(next);
    next.rowVersion++;
    next.updatedAt = now;
    checkMove(transition, row, next);
    table.put(next.key, next);
    order.moved(row, next, now);
    return next;
  }

  /** Changes why and until when a row waits, as others of its aggregate come and go. */
  void reschedule(MemoryRow row, Instant now, Consumer<MemoryRow> change) {
    MemoryRow next = row.copy();
    change.accept(next);
    next.rowVersion++;
    next.updatedAt = now;
    ColumnRules.check(next);
    table.put(next.key, next);
  }

  /** RENEW: the one transition that leaves version and time alone. */
  void renew(MemoryRow row, Instant now, Duration lease) {
    MemoryRow next = row.copy();
    next.leaseExpiresAt = StoreClock.after(now, lease);
    checkMove(Transition.RENEW, row, next);
    table.put(next.key, next);
  }

  void delete(MemoryRow row) {
    table.remove(row.key);
  }

  TransitionResult refused(ConsumptionKey key, Transition wanted, Instant now) {
    return new TransitionResult.Refused(key, wanted, summary(table.get(key), now));
  }

  static RowSummary summary(MemoryRow row, Instant now) {
    return row == null ? null : row.summary(now);
  }

  private static void checkMove(Transition transition, MemoryRow before, MemoryRow after) {
    if (!transition.startsFrom(before == null ? null : before.state)
        || !transition.to().contains(after.state)
        || after.attempt != expectedAttempt(transition, before)) {
      throw new IllegalStateException(
          transition
              + " may not take "
              + after.key
              + " from "
              + (before == null ? "nothing" : before.state + ", attempt " + before.attempt)
              + " to "
              + after.state
              + ", attempt "
              + after.attempt);
    }
    ColumnRules.check(after);
  }

  private static int expectedAttempt(Transition transition, MemoryRow before) {
    return switch (transition.attemptEffect()) {
      case SET_TO_ONE -> 1;
      case SET_TO_ZERO, RESET -> 0;
      case RAISED -> before.attempt + 1;
      case UNCHANGED -> before.attempt;
    };
  }
}
