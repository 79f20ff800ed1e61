package io.consumptionledger.memory;

import static io.consumptionledger.ConsumptionState.PROCESSING;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.SweepVerbs;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What nobody's claim covers: recovery and postponement. Purging is beside it. */
final class MemorySweeps implements SweepVerbs {
  private static final Comparator<MemoryRow> BY_HELD =
      Comparator.<MemoryRow, Instant>comparing(row -> row.heldSince).thenComparing(row -> row.key);

  private static final Comparator<MemoryRow> CONTENT_FIRST =
      Comparator.<MemoryRow, Boolean>comparing(row -> row.content == null)
          .thenComparing(Rows.BY_RECEIVED);

  private final Rows rows;
  private final MemoryPurge purge;

  MemorySweeps(Rows rows) {
    this.rows = rows;
    this.purge = new MemoryPurge(rows);
  }

  @Override
  public List<Recovered> recover(
      String handlerId,
      int maxAttempts,
      OnOrphan onOrphan,
      Failure exhausted,
      Failure orphaned,
      Duration delay,
      int limit) {
    Objects.requireNonNull(onOrphan, "onOrphan");
    Objects.requireNonNull(exhausted, "exhausted");
    Objects.requireNonNull(orphaned, "orphaned");
    Instant now = rows.now();
    List<MemoryRow> lost =
        rows.of(handlerId)
            .filter(row -> row.heldSince != null && row.content != null)
            .filter(row -> row.hasExpiredLease(now))
            .sorted(BY_HELD)
            .limit(limit)
            .toList();
    List<Recovered> recovered = new ArrayList<>(lost.size());
    for (MemoryRow row : lost) {
      Failure end = null;
      if (row.hasUsedUp(maxAttempts)) {
        end = exhausted;
      } else if (onOrphan == OnOrphan.DEAD_LETTER
          || row.content.state() == PayloadState.TRUNCATED) {
        end = orphaned;
      }
      MemoryRow moved = recover(row, end, StoreClock.after(now, delay), now);
      recovered.add(new Recovered(moved.key, moved.epoch, moved.attempt, moved.state));
    }
    return List.copyOf(recovered);
  }

  private MemoryRow recover(MemoryRow row, Failure end, Instant due, Instant now) {
    return rows.move(
        Transition.RECOVER,
        row,
        now,
        next -> {
          if (end == null) {
            next.await(WaitReason.RECOVERED, due);
          } else {
            next.die(end, now);
          }
          next.token = ClaimToken.random();
        });
  }

  @Override
  public int expire(
      Tenant tenant, String handlerId, Node node, Duration receivedWithin, int limit) {
    Instant now = rows.now();
    Instant from = StoreClock.before(now, receivedWithin);
    List<MemoryRow> left =
        rows.of(tenant, handlerId)
            .filter(row -> row.state == PROCESSING)
            .filter(row -> row.content != null || !row.receivedAt.isBefore(from))
            .filter(row -> isOfEarlierIncarnation(row.node, node))
            .filter(row -> !row.hasExpiredLease(now))
            .sorted(CONTENT_FIRST)
            .limit(limit)
            .toList();
    for (MemoryRow row : left) {
      rows.move(Transition.EXPIRE, row, now, next -> next.leaseExpiresAt = now);
    }
    return left.size();
  }

  private static boolean isOfEarlierIncarnation(Node owner, Node node) {
    return owner.id().equals(node.id()) && !owner.incarnation().equals(node.incarnation());
  }

  @Override
  public List<DueQueue> dueQueues(DueQueue after, int limit) {
    Instant now = rows.now();
    Map<String, Map<String, Duration>> overdue = new TreeMap<>(Rows.TEXT);
    rows.all()
        .filter(row -> row.dueAt != null && !row.dueAt.isAfter(now))
        .forEach(
            row ->
                overdue
                    .computeIfAbsent(row.key.handlerId(), handler -> new TreeMap<>(Rows.TEXT))
                    .merge(
                        row.key.tenant().id(),
                        StoreClock.between(row.dueAt, now),
                        MemorySweeps::longer));
    return overdue.entrySet().stream()
        .flatMap(
            handler ->
                handler.getValue().entrySet().stream()
                    .map(
                        tenant ->
                            new DueQueue(
                                handler.getKey(), new Tenant(tenant.getKey()), tenant.getValue())))
        .filter(queue -> after == null || isAfter(queue, after))
        .limit(limit)
        .toList();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static boolean isAfter(DueQueue queue, DueQueue after) {
    int byHandler = Rows.TEXT.compare(queue.handlerId(), after.handlerId());
    return byHandler > 0
        || (byHandler == 0 && Rows.TEXT.compare(queue.tenant().id(), after.tenant().id()) > 0);
  }

  @Override
  public TransitionResult defer(ConsumptionKey key, long rowVersion, Duration delay) {
    Instant now = rows.now();
    MemoryRow row = rows.find(key);
    if (!isWaiting(row, rowVersion) || row.dueAt == null) {
      return rows.refused(key, Transition.DEFER, now);
    }
    rows.move(Transition.DEFER, row, now, next -> next.dueAt = StoreClock.after(now, delay));
    return new TransitionResult.Applied(Commit.DONE);
  }

  @Override
  public TransitionResult bury(ConsumptionKey key, long rowVersion, Failure failure) {
    Objects.requireNonNull(failure, "failure");
    Instant now = rows.now();
    MemoryRow row = rows.find(key);
    if (!isWaiting(row, rowVersion)) {
      return rows.refused(key, Transition.BURY, now);
    }
    rows.move(
        Transition.BURY,
        row,
        now,
        next -> {
          next.die(failure, now);
          next.token = ClaimToken.random();
        });
    return new TransitionResult.Applied(Commit.DONE);
  }

  private static boolean isWaiting(MemoryRow row, long rowVersion) {
    return row != null && row.state == RETRY_SCHEDULED && row.rowVersion == rowVersion;
  }

  @Override
  public PurgeResult purge(
      Tenant tenant,
      String handlerId,
      Set<ConsumptionState> states,
      Duration settledBefore,
      PurgeCursor cursor,
      int limit) {
    return purge.purge(tenant, handlerId, states, settledBefore, cursor, limit);
  }
}
