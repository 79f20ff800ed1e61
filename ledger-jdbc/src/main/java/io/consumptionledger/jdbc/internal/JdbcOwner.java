package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.WaitReason;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.OwnerVerbs;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;

/** How the owner of a claim settles it. */
final class JdbcOwner implements OwnerVerbs {
  private final Sessions sessions;
  private final OrderedMoves moves;

  JdbcOwner(Sessions sessions) {
    this.sessions = sessions;
    this.moves = new OrderedMoves(sessions);
  }

  @Override
  public TransitionResult succeed(Claim claim) {
    return settle(claim, Transition.SUCCEED, owned(claim), ConsumptionState.SUCCEEDED, null);
  }

  @Override
  public TransitionResult scheduleRetry(
      Claim claim, Failure failure, Content content, Duration delay) {
    return sessions.fitting(
        Call.of(Transition.SCHEDULE_RETRY, claim.key()),
        content,
        kept ->
            settle(
                claim,
                Transition.SCHEDULE_RETRY,
                owned(claim).failure(failure).content(kept).span("delay", delay),
                ConsumptionState.RETRY_SCHEDULED,
                WaitReason.FAILURE));
  }

  @Override
  public TransitionResult deadLetter(Claim claim, Failure failure, Content content) {
    return sessions.fitting(
        Call.of(Transition.DEAD_LETTER, claim.key()),
        content,
        kept ->
            settle(
                claim,
                Transition.DEAD_LETTER,
                owned(claim).failure(failure).content(kept),
                ConsumptionState.DEAD_LETTER,
                null));
  }

  @Override
  public TransitionResult release(Claim claim, Content content, Duration delay) {
    return sessions.fitting(
        Call.of(Transition.RELEASE, claim.key()),
        content,
        kept ->
            settle(
                claim,
                Transition.RELEASE,
                owned(claim).content(kept).span("delay", delay),
                ConsumptionState.RETRY_SCHEDULED,
                WaitReason.YIELD));
  }

  private static Params owned(Claim claim) {
    return Params.key(claim.key()).token("token", claim.token());
  }

  private TransitionResult settle(
      Claim claim, Transition wanted, Params params, ConsumptionState to, WaitReason reason) {
    CompareAndSet change =
        new CompareAndSet(
            wanted,
            claim.key(),
            params,
            CompareAndSet.left(claim.token(), to, reason),
            CompareAndSet.isHeldBy(claim.token()));
    return claim.order() == null
        ? sessions.joining(change.call(), change::run)
        : moves.joining(change, claim.order(), moves.leaves(claim.token(), claim.order(), to));
  }
}
