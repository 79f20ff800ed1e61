package io.consumptionledger.internal.replay;

import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.internal.DueRunner;
import io.consumptionledger.internal.Reports;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One look for due rows: claims no more than can start at once, hands them to the workers, and goes
 * on until nothing is due, nobody may take a worker, or its time is up. With nothing due it costs
 * one read-only query. Used by one thread.
 */
final class ReplayScheduler {
  /** After this long a tick ends, so that pauses and newly due handlers are seen. */
  static final Duration TICK_LIMIT = Duration.ofSeconds(1);

  /** Where no thread can be made, rows are not claimed and given back as fast as that goes. */
  static final Duration START_AGAIN = Duration.ofSeconds(1);

  private static final int PAGE = 500;
  private static final int MOST_PAGES = 20;

  private final LedgerStore store;
  private final Node node;
  private final Map<String, HandlerDeclaration<?>> handlers;
  private final Timing timing;
  private final Reports reports;
  private final DueRunner runner;
  private final Workers workers;
  private final Pauses pauses;
  private final Turns turns;
  private final UnknownQueues unknown;
  private DueQueue goOnAfter;
  private boolean cannotStart;

  ReplayScheduler(ReplayParts parts, Workers workers, Pauses pauses) {
    this.store = parts.store();
    this.node = parts.node();
    this.handlers = parts.handlers();
    this.timing = parts.timing();
    this.reports = parts.reports();
    this.runner = parts.runner();
    this.workers = workers;
    this.pauses = pauses;
    this.turns = new Turns(Math.max(1, workers.size()), handlers.size());
    this.unknown = new UnknownQueues(store, reports);
  }

  /**
   * One look.
   *
   * @param stopped asked before each claim
   * @return whether to look again at once
   * @throws InterruptedException if interrupted while waiting for a worker; nothing is lost
   */
  boolean tick(BooleanSupplier stopped) throws InterruptedException {
    long endsAt = timing.nanoTime() + TICK_LIMIT.toNanos();
    if (workers.size() == 0 || !runner.isReady()) {
      return false;
    }
    if (!workers.awaitFree(endsAt)) {
      return true;
    }
    turns.begin(runnable(due()));
    cannotStart = false;
    boolean claimedAny = false;
    while (!turns.isOver() && !isOver(stopped, endsAt)) {
      long ends = workers.ends();
      Turns.Turn turn = turns.next(workers.free(), workers::running);
      if (turn == null) {
        workers.awaitEnd(ends, endsAt);
      } else {
        claimedAny |= claim(turn, stopped);
      }
    }
    // What could not be claimed now (locked, or its turn has not come) waits for the next poll.
    return !cannotStart && (claimedAny || !turns.isOver());
  }

  private boolean isOver(BooleanSupplier stopped, long endsAt) {
    return cannotStart || stopped.getAsBoolean() || timing.nanoTime() - endsAt >= 0;
  }

  private List<DueQueue> due() {
    List<DueQueue> all = new ArrayList<>();
    for (int page = 1; page <= MOST_PAGES; page++) {
      List<DueQueue> found = store.dueQueues(goOnAfter, PAGE);
      all.addAll(found);
      goOnAfter = found.size() < PAGE ? null : found.get(PAGE - 1);
      if (goOnAfter == null) {
        return all;
      }
    }
    return all;
  }

  private List<Queue> runnable(List<DueQueue> due) {
    List<Queue> runnable = new ArrayList<>(due.size());
    for (DueQueue each : due) {
      Queue queue = new Queue(each.handlerId(), each.tenant());
      if (!handlers.containsKey(each.handlerId())) {
        unknown.seen(each);
      } else if (!pauses.isPaused(queue)) {
        runnable.add(queue);
      }
    }
    return runnable;
  }

  private boolean claim(Turns.Turn turn, BooleanSupplier stopped) {
    Queue queue = turn.queue();
    List<ClaimToken> tokens = Stream.generate(ClaimToken::random).limit(turn.atMost()).toList();
    Duration lease = handlers.get(queue.handlerId()).lease();
    long sentAt = timing.nanoTime();
    List<DueClaim> claimed;
    try {
      claimed = store.claimDue(queue.tenant(), queue.handlerId(), tokens, node, lease);
    } catch (RuntimeException | Error e) {
      reports.tickFailed("CLAIM_DUE of handler " + queue.handlerId(), e);
      turns.done(queue);
      return false;
    }
    if (claimed.size() < turn.atMost()) {
      turns.done(queue);
    }
    claimed.forEach(due -> start(due, sentAt, stopped));
    return !claimed.isEmpty();
  }

  private void start(DueClaim due, long sentAt, BooleanSupplier stopped) {
    String handlerId = due.claim().key().handlerId();
    Duration delay = Duration.ZERO;
    if (!stopped.getAsBoolean()) {
      try {
        workers.start(handlerId, () -> guarded(due, () -> runner.run(due, sentAt)));
        return;
      } catch (RuntimeException | Error e) {
        reports.tickFailed("starting " + due.claim().key(), e);
        cannotStart = true;
        delay = START_AGAIN;
      }
    }
    Duration until = delay;
    guarded(due, () -> runner.giveBack(due, sentAt, until));
  }

  /** A row that could not even be settled stays claimed; its lease runs out and RECOVER has it. */
  private void guarded(DueClaim due, Runnable work) {
    try {
      work.run();
    } catch (Throwable t) {
      reports.tickFailed("running " + due.claim().key(), t);
    }
  }
}
