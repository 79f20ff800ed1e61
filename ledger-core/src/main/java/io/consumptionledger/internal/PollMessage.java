package io.consumptionledger.internal;

import io.consumptionledger.ConsumptionMode;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Redelivered;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.BatchVerbs.NewClaim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Settlement;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One message of a poll, on its way from claim to answer.
 *
 * @param <T> what its handler works on
 */
final class PollMessage<T> {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
  private static final int SPARE_ATTEMPTS = 2;

  private final HandlerDeclaration<T> handler;
  private final Delivery delivery;
  private final T decoded;
  private final LeaseClock lease;
  private final Function<RowSummary, Outcome> meet;
  private final ClaimToken token = ClaimToken.random();
  private NewClaim wish;
  private RowSummary there;
  private Run run;
  private RunningClaim claim;
  private boolean left;
  private Outcome outcome;

  /**
   * A message that is decoded.
   *
   * @param lease how long its claim lasts from when it is sent
   * @param meet what is done where there is a row already
   */
  PollMessage(
      HandlerDeclaration<T> handler,
      Delivery delivery,
      T decoded,
      LeaseClock lease,
      Function<RowSummary, Outcome> meet) {
    this.handler = handler;
    this.delivery = delivery;
    this.decoded = decoded;
    this.lease = lease;
    this.meet = meet;
  }

  /**
   * Whether messages of a handler may be claimed before they can start. Not with an order, which
   * has a gate to lock; and not where a claim that never started would count too much if the
   * process died: it has used up one attempt.
   */
  static boolean mayShareClaim(HandlerDeclaration<?> handler) {
    return handler.mode() == ConsumptionMode.LEASED
        && handler.orderedBy().isEmpty()
        && handler.onOrphan() == OnOrphan.RERUN
        && handler.maxAttempts() > SPARE_ATTEMPTS;
  }

  /** The answer, once there is one. */
  Outcome outcome() {
    return outcome;
  }

  /** Its claim, if it has one, is nobody's business any more. */
  private void answer(Outcome value, PollParts parts) {
    outcome = value;
    leave(parts.running());
  }

  /** What to claim; its lease begins now. */
  NewClaim wish(PollParts parts) {
    lease.restart(parts.timing().nanoTime());
    wish = new NewClaim(Starts.row(handler, delivery), token, handler.lease());
    return wish;
  }

  /** The claim is renewed from now on, if it is one. */
  void claimed(ClaimResult result, PollParts parts) {
    if (result instanceof ClaimResult.Claimed claimed) {
      run = new Run(handler, delivery, claimed.claim(), lease, Duration.ZERO);
      claim = parts.running().add(run);
      parts.starts().claimed(claimed);
    } else {
      there = ((ClaimResult.Exists) result).row();
    }
  }

  /**
   * Has its turn.
   *
   * @return what is to be written, or null if it is answered
   */
  Settlement run(PollParts parts) {
    return guarded(parts, () -> runClaimed(parts));
  }

  /** Does not start any more: what is claimed goes back, what is not comes again. */
  Settlement giveUp(PollParts parts) {
    if (claim == null) {
      boolean closed = parts.running().isClosed();
      answer(
          there != null && !there.leaseExpired()
              ? Answers.forRow(there)
              : new Outcome.Redeliver(
                  closed ? Redelivered.SHUTTING_DOWN : Redelivered.INTERRUPTED, Duration.ZERO),
          parts);
      return null;
    }
    if (!claim.isOwned()) {
      answer(new Outcome.Redeliver(Redelivered.LEASE_LOST, Duration.ZERO), parts);
      return null;
    }
    Content content = run.content();
    return content.state() == PayloadState.TRUNCATED
        ? run(parts) // could not be run later
        : new Settlement.Release(run.claim(), content, Duration.ZERO);
  }

  /** How much it carries, about. */
  long bytes() {
    return delivery.payload().size();
  }

  private Settlement guarded(PollParts parts, Supplier<Settlement> work) {
    try {
      return work.get();
    } catch (UnansweredException e) {
      parts.reports().notRecorded(delivery.key(), e.wanted(), e.getCause());
      answer(new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN), parts);
      return null;
    } catch (RuntimeException | Error e) {
      parts.reports().notRecorded(delivery.key(), Transition.CLAIM, e);
      answer(new Outcome.Redeliver(Redelivered.STORE_UNAVAILABLE, ASK_AGAIN), parts);
      return null;
    }
  }

  private Settlement runClaimed(PollParts parts) {
    if (claim == null && there == null) {
      // The claim may have been made by the call that failed, so its lease counts from then.
      claimed(
          UnansweredException.ask(
              Transition.CLAIM,
              () -> parts.store().claim(wish.row(), token, parts.node(), handler.lease())),
          parts);
    }
    if (claim == null) {
      answer(meet.apply(there), parts);
      return null;
    }
    HandlerCall<T> call = new HandlerCall<>(handler.handler(), decoded, claim);
    try {
      Outcome refusal = parts.execution().begin(claim);
      if (refusal != null) {
        answer(refusal, parts);
        return null;
      }
      call.make(null);
      Verdict verdict = parts.judge().judge(run, call);
      if (Settler.isAbandoned(call, verdict)) {
        answer(
            parts.settler().abandoned(run.claim(), Verdict.failure(verdict, call.error())), parts);
        return null;
      }
      return Settler.settlement(run, verdict);
    } finally {
      call.end();
    }
  }

  /** Settles it by itself. */
  void settle(Settlement settlement, PollParts parts) {
    answer(parts.settler().settle(run, settlement), parts);
  }

  /** It was settled with others. */
  void settled(Settlement settlement, TransitionResult result, PollParts parts) {
    answer(parts.settler().answer(settlement, result, false), parts);
  }

  /** The claim is nobody's business any more. */
  void leave(RunningClaims running) {
    if (claim != null && !left) {
      left = true;
      running.remove(claim);
    }
  }
}
