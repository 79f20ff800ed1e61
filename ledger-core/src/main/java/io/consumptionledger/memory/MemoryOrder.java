package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.OrderVerbs.BlockingHead;
import io.consumptionledger.spi.Turn;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How rows of one aggregate wait for each other. Who runs and who is first is read off the rows;
 * only what rows no longer tell is kept: the highest place that was settled and the last arrival.
 */
final class MemoryOrder {
  /** Of rows with the same place the one with the lowest key is first. */
  private static final Comparator<MemoryRow> BY_PLACE =
      Comparator.<MemoryRow>comparingLong(row -> row.orderSeq).thenComparing(row -> row.key);

  private static final Comparator<MemoryRow> HEAD_FIRST =
      Comparator.<MemoryRow, Boolean>comparing(row -> row.state != ConsumptionState.PROCESSING)
          .thenComparing(BY_PLACE);

  private final Rows rows;
  private final Map<Aggregate, Long> settled = new HashMap<>();
  private final Map<Aggregate, Long> arrived = new HashMap<>();

  MemoryOrder(Rows rows) {
    this.rows = rows;
  }

  /** What rows have an order within. */
  record Aggregate(Tenant tenant, String handlerId, String type, String id) {
    static Aggregate of(MemoryRow row) {
      return of(row.key, row.metadata.aggregateType(), row.metadata.aggregateId());
    }

    private static Aggregate of(ConsumptionKey key, String type, String id) {
      return new Aggregate(key.tenant(), key.handlerId(), type, id);
    }
  }

  /** The place of a new row: its own, or the next in order of arrival; null without order. */
  Order place(NewRow row) {
    Order order = row.order();
    if (order == null || order.sequence() != null) {
      return order;
    }
    Aggregate aggregate = Aggregate.of(row.key(), order.aggregateType(), order.aggregateId());
    return order.at(arrived.getOrDefault(aggregate, 0L) + 1);
  }

  /** Whether a new row at a place must wait. */
  boolean holdsBack(ConsumptionKey key, Order place) {
    Aggregate aggregate = Aggregate.of(key, place.aggregateType(), place.aggregateId());
    return isBusy(aggregate)
        || open(aggregate).anyMatch(other -> other.orderSeq < place.sequence());
  }

  /** Whether an earlier row of its aggregate is unresolved. */
  boolean hasEarlier(MemoryRow row) {
    return row.orderSeq != null
        && open(Aggregate.of(row)).anyMatch(other -> other.orderSeq < row.orderSeq);
  }

  private boolean isBusy(Aggregate aggregate) {
    return open(aggregate).anyMatch(row -> row.state == ConsumptionState.PROCESSING);
  }

  /** Which one of an aggregate's due rows may run now, or null. */
  MemoryRow first(Aggregate aggregate, List<MemoryRow> due) {
    if (isBusy(aggregate)) {
      return null;
    }
    long head = open(aggregate).min(BY_PLACE).orElseThrow().orderSeq;
    return due.stream().filter(row -> row.orderSeq == head).min(BY_PLACE).orElse(null);
  }

  Turn turn(MemoryRow row) {
    Long highest = row.orderSeq == null ? null : settled.get(Aggregate.of(row));
    return highest != null && highest > row.orderSeq ? Turn.OUT_OF_ORDER : Turn.IN_ORDER;
  }

  private Stream<MemoryRow> open(Aggregate aggregate) {
    return rows.of(aggregate.tenant(), aggregate.handlerId())
        .filter(MemoryRow::isOpenInOrder)
        .filter(row -> aggregate.equals(Aggregate.of(row)));
  }

  /** Counts a new row whose place was given in order of arrival. */
  void inserted(NewRow from, MemoryRow row) {
    if (row.orderSeq != null && from.order().sequence() == null) {
      arrived.put(Aggregate.of(row), row.orderSeq);
    }
  }

  /** Lets followers go when a row has left PROCESSING or is settled. */
  void moved(MemoryRow before, MemoryRow after, Instant now) {
    if (after.orderSeq == null) {
      return;
    }
    boolean closed = before.isOpenInOrder() && !after.isOpenInOrder();
    boolean left =
        before.state == ConsumptionState.PROCESSING && after.state != ConsumptionState.PROCESSING;
    Aggregate aggregate = Aggregate.of(after);
    if (closed) {
      settled.merge(aggregate, after.orderSeq, Math::max);
    }
    if ((closed || left) && !isBusy(aggregate)) {
      free(aggregate, now);
    }
  }

  private void free(Aggregate aggregate, Instant now) {
    open(aggregate)
        .min(BY_PLACE)
        .map(head -> head.orderSeq)
        .ifPresent(
            head ->
                open(aggregate)
                    .filter(row -> row.orderSeq.equals(head) && row.waitsForItsTurn())
                    .toList()
                    .forEach(row -> rows.reschedule(row, now, next -> next.dueAt = now)));
  }

  /** A due row whose turn has not come waits like a parked one. */
  void sendBack(MemoryRow row, Instant now) {
    rows.reschedule(
        row,
        now,
        next -> {
          next.waitReason = WaitReason.ORDER;
          next.dueAt = null;
        });
  }

  List<BlockingHead> blockingHeads(Tenant tenant, String handlerId, int limit) {
    ToLongFunction<BlockingHead> waiting = BlockingHead::waiting;
    return rows
        .of(tenant, handlerId)
        .filter(MemoryRow::isOpenInOrder)
        .collect(Collectors.groupingBy(Aggregate::of))
        .values()
        .stream()
        .map(MemoryOrder::head)
        .filter(head -> head.waiting() > 0)
        .sorted(Comparator.comparingLong(waiting).reversed().thenComparing(BlockingHead::key))
        .limit(limit)
        .toList();
  }

  /** What an unresolved row waits for, or must be dealt with before it. */
  Optional<ConsumptionKey> before(MemoryRow row) {
    if (!row.isOpenInOrder()) {
      return Optional.empty();
    }
    return open(Aggregate.of(row))
        .min(HEAD_FIRST)
        .filter(head -> head != row)
        .filter(head -> head.orderSeq < row.orderSeq || row.waitsForItsTurn())
        .map(head -> head.key);
  }

  /** Who runs holds the others up, else who is first. */
  private static BlockingHead head(List<MemoryRow> aggregate) {
    MemoryRow head = aggregate.stream().min(HEAD_FIRST).orElseThrow();
    long waiting = aggregate.stream().filter(row -> row != head && row.waitsForItsTurn()).count();
    return new BlockingHead(head.key, head.order(), head.state, head.updatedAt, waiting);
  }
}
