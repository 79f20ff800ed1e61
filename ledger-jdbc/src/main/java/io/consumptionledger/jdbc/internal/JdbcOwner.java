package io.consumptionledger.jdbc.internal;

import io.consumptionledger.Failure;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.OwnerVerbs;
import io.consumptionledger.spi.Settlement;
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
    return settle(new Settlement.Succeed(claim));
  }

  @Override
  public TransitionResult scheduleRetry(
      Claim claim, Failure failure, Content content, Duration delay) {
    return sessions.fitting(
        Call.of(Transition.SCHEDULE_RETRY, claim.key()),
        content,
        kept -> settle(new Settlement.ScheduleRetry(claim, failure, kept, delay)));
  }

  @Override
  public TransitionResult deadLetter(Claim claim, Failure failure, Content content) {
    return sessions.fitting(
        Call.of(Transition.DEAD_LETTER, claim.key()),
        content,
        kept -> settle(new Settlement.DeadLetter(claim, failure, kept)));
  }

  @Override
  public TransitionResult release(Claim claim, Content content, Duration delay) {
    return sessions.fitting(
        Call.of(Transition.RELEASE, claim.key()),
        content,
        kept -> settle(new Settlement.Release(claim, kept, delay)));
  }

  private TransitionResult settle(Settlement settlement) {
    Claim claim = settlement.claim();
    CompareAndSet change = change(settlement);
    return claim.order() == null
        ? sessions.joining(change.call(), change::run)
        : moves.joining(
            change, claim.order(), moves.leaves(claim.token(), claim.order(), settlement.state()));
  }

  /** The statement for one row. */
  static CompareAndSet change(Settlement settlement) {
    Claim claim = settlement.claim();
    Params params = Params.key(claim.key()).token("token", claim.token());
    if (settlement.transition() != Transition.SUCCEED) {
      params.content(settlement.content()).span("delay", settlement.delay());
    }
    if (settlement.failure() != null) {
      params.failure(settlement.failure());
    }
    return new CompareAndSet(
        settlement.transition(),
        claim.key(),
        params,
        CompareAndSet.left(claim.token(), settlement.state(), settlement.waitReason()),
        CompareAndSet.isHeldBy(claim.token()));
  }
}
