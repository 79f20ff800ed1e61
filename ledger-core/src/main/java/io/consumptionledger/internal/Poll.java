package io.consumptionledger.internal;

import io.consumptionledger.LedgerEvent.Batch.Kind;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * New messages of one poll, which are claimed by one call to the store, run one by one, and settled
 * by one. What is done has to wait for the settle of the others only for a moment. Used once, by
 * the thread that consumes; handlers may run on others.
 */
final class Poll {
  private static final long LONGEST_UNSETTLED = Duration.ofSeconds(1).toNanos();

  private final PollParts parts;
  private final List<PollMessage<?>> messages;
  private final List<Done> unsettled = new ArrayList<>();
  private long oldest;

  /** A handler that was called, or given up before, and what is to be written. */
  private record Done(PollMessage<?> message, Settlement settlement) {}

  /** For messages with different keys, that {@link PollMessage#mayShareClaim}. */
  Poll(PollParts parts, List<PollMessage<?>> messages) {
    this.parts = parts;
    this.messages = messages;
  }

  /**
   * Answers all messages.
   *
   * @param executor runs handlers; null for the calling thread
   */
  void consume(Executor executor) {
    AtomicBoolean interrupted = new AtomicBoolean();
    List<Runnable> tasks = new ArrayList<>();
    messages.forEach(
        each -> tasks.add(() -> parts.running().partOfACall(() -> run(each, interrupted.get()))));
    Runnable between =
        () -> {
          if (Thread.interrupted()) { // must not break the settle
            interrupted.set(true);
          }
          settle(LONGEST_UNSETTLED);
        };
    try {
      claim();
      between.run();
      Tasks.run(tasks, executor, between);
    } finally {
      between.run();
      try {
        settle(0);
      } finally {
        messages.forEach(each -> each.leave(parts.running()));
        if (interrupted.get()) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** If that fails, each message claims with the same token again when it is its turn. */
  private void claim() {
    List<NewClaim> wishes = new ArrayList<>();
    for (PollMessage<?> each : messages) {
      wishes.add(each.wish(parts));
    }
    List<ClaimResult> results;
    try {
      results = parts.store().claimAll(wishes, parts.node());
    } catch (RuntimeException | Error e) {
      parts.reports().batch(Kind.CLAIM, wishes.size(), Duration.ZERO, e);
      return;
    }
    parts.reports().batch(Kind.CLAIM, wishes.size(), Duration.ZERO, null);
    for (int i = 0; i < results.size(); i++) {
      messages.get(i).claimed(results.get(i), parts);
    }
  }

  /** Whatever happens to one message, the others have their turn. */
  private void run(PollMessage<?> message, boolean givenUp) {
    Settlement settlement =
        givenUp || parts.running().isClosed() ? message.giveUp(parts) : message.run(parts);
    if (settlement != null) {
      add(new Done(message, settlement));
    }
  }

  private synchronized void add(Done done) {
    if (unsettled.isEmpty()) {
      oldest = parts.timing().nanoTime();
    }
    unsettled.add(done);
  }

  private synchronized List<Done> take(long notBefore) {
    if (unsettled.isEmpty() || parts.timing().nanoTime() - oldest < notBefore) {
      return List.of();
    }
    List<Done> all = List.copyOf(unsettled);
    unsettled.clear();
    return all;
  }

  private void settle(long notBefore) {
    List<Done> all = take(notBefore);
    if (all.isEmpty()) {
      return;
    }
    List<TransitionResult> results;
    try {
      results = parts.store().settleAll(all.stream().map(Done::settlement).toList());
    } catch (RuntimeException | Error e) {
      parts.reports().batch(Kind.SETTLE, all.size(), Duration.ZERO, e);
      all.forEach(each -> each.message().settle(each.settlement(), parts));
      return;
    }
    parts.reports().batch(Kind.SETTLE, all.size(), Duration.ZERO, null);
    for (int i = 0; i < all.size(); i++) {
      all.get(i).message().settled(all.get(i).settlement(), results.get(i), parts);
    }
  }
}
