package io.consumptionledger.memory;

import static io.consumptionledger.ConsumptionState.DEAD_LETTER;
import static io.consumptionledger.ConsumptionState.RETRY_SCHEDULED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.OwnerVerbs;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BiConsumer;

/** How the owner of a claim settles it. */
final class MemoryOwner implements OwnerVerbs {
  private final Rows rows;

  MemoryOwner(Rows rows) {
    this.rows = rows;
  }

  /** Where a transition leads; a retry and a release differ only in why the row waits. */
  private record Verdict(Transition transition, ConsumptionState to, WaitReason reason) {
    static final Verdict SUCCEED = new Verdict(Transition.SUCCEED, SUCCEEDED, null);
    static final Verdict RETRY =
        new Verdict(Transition.SCHEDULE_RETRY, RETRY_SCHEDULED, WaitReason.FAILURE);
    static final Verdict DIE = new Verdict(Transition.DEAD_LETTER, DEAD_LETTER, null);
    static final Verdict RELEASE =
        new Verdict(Transition.RELEASE, RETRY_SCHEDULED, WaitReason.YIELD);

    boolean standsIn(MemoryRow row) {
      return row.state == to && row.waitReason == reason;
    }
  }

  @Override
  public TransitionResult succeed(Claim claim) {
    return settle(claim, Verdict.SUCCEED, (next, now) -> next.succeed());
  }

  @Override
  public TransitionResult scheduleRetry(
      Claim claim, Failure failure, Content content, Duration delay) {
    Objects.requireNonNull(failure, "failure");
    return settle(
        claim,
        Verdict.RETRY,
        (next, now) -> {
          next.await(WaitReason.FAILURE, StoreClock.after(now, delay));
          next.failure = failure;
          store(Transition.SCHEDULE_RETRY, next, content);
        });
  }

  @Override
  public TransitionResult deadLetter(Claim claim, Failure failure, Content content) {
    Objects.requireNonNull(failure, "failure");
    return settle(
        claim,
        Verdict.DIE,
        (next, now) -> {
          next.die(failure, now);
          store(Transition.DEAD_LETTER, next, content);
        });
  }

  @Override
  public TransitionResult release(Claim claim, Content content, Duration delay) {
    return settle(
        claim,
        Verdict.RELEASE,
        (next, now) -> {
          next.await(WaitReason.YIELD, StoreClock.after(now, delay));
          next.yields++;
          store(Transition.RELEASE, next, content);
        });
  }

  private TransitionResult settle(
      Claim claim, Verdict verdict, BiConsumer<MemoryRow, Instant> change) {
    Instant now = rows.now();
    MemoryRow row = rows.find(claim.key());
    if (row == null || !claim.token().equals(row.token)) {
      return rows.refused(claim.key(), verdict.transition(), now);
    }
    if (row.isHeldBy(claim.token())) {
      rows.move(verdict.transition(), row, now, next -> change.accept(next, now));
      return new TransitionResult.Applied(Commit.DONE);
    }
    // The token is still there, so nobody else has acted since: the owner settled it before.
    return verdict.standsIn(row)
        ? new TransitionResult.Applied(Commit.EARLIER)
        : rows.refused(claim.key(), verdict.transition(), now);
  }

  private static void store(Transition transition, MemoryRow next, Content content) {
    next.keepOrStore(content);
    MemoryRecords.required(transition, next.key, next.content);
  }
}
