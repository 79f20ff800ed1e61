package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;
import java.time.Duration;
import java.util.Optional;

/** Decides about a row whose owner's lease has ended, when its message comes again. */
final class Orphans {
  private final LedgerStore store;
  private final Node node;
  private final Reports reports;

  Orphans(LedgerStore store, Node node, Reports reports) {
    this.store = store;
    this.node = node;
    this.reports = reports;
  }

  /**
   * Either a claim to run under, or an answer.
   *
   * @param claim the new claim, or null
   * @param answer the answer for the broker, or null
   */
  record Decision(Claim claim, Outcome answer) {}

  Decision decide(
      HandlerDeclaration<?> handler, RowSummary orphan, Delivery delivery, boolean samePayload) {
    report(orphan);
    Content content = Content.of(delivery, handler.maxPayloadBytes());
    if (!samePayload) {
      // Neither payload can be preferred; a person decides, and the one at hand is kept.
      return bury(
          orphan,
          content,
          Failure.of(
              ErrorClass.CONFLICT,
              OrphanFailures.TYPE,
              AnomalyKind.PAYLOAD_MISMATCH.name(),
              "the owner died, and the message that came again has another payload"));
    }
    if (handler.onOrphan() == OnOrphan.DEAD_LETTER) {
      return bury(orphan, content, OrphanFailures.mustNotRerun());
    }
    TakeOverResult result =
        store.takeOver(orphan, ClaimToken.random(), node, handler.lease(), handler.maxAttempts());
    if (result instanceof TakeOverResult.TakenOver taken) {
      Claim claim = taken.claim();
      reports.moved(
          claim.key(), Transition.TAKE_OVER, ConsumptionState.PROCESSING, claim.attempt(), null);
      return new Decision(claim, null);
    }
    if (result instanceof TakeOverResult.Exhausted exhausted) {
      return crashLoop(handler, exhausted.row(), content);
    }
    return answer(((TakeOverResult.Refused) result).row());
  }

  /** Ends an orphan whose message came again and was refused. */
  Outcome refuse(RowSummary orphan, Content content, Failure failure) {
    report(orphan);
    return bury(orphan, content, failure).answer();
  }

  private void report(RowSummary orphan) {
    reports.anomaly(
        orphan.key(),
        orphan.epoch(),
        AnomalyKind.LEASE_ORPHAN,
        "the lease of attempt " + orphan.attempt() + " ended without a settle");
  }

  private Decision crashLoop(HandlerDeclaration<?> handler, RowSummary row, Content content) {
    Failure failure = OrphanFailures.crashLoop(handler);
    reports.anomaly(row.key(), row.epoch(), AnomalyKind.CRASH_LOOP, failure.message());
    return bury(row, content, failure);
  }

  private Decision bury(RowSummary orphan, Content content, Failure failure) {
    TransitionResult result = store.deadLetterOrphan(orphan, failure, content);
    if (result instanceof TransitionResult.Refused refused) {
      return answer(refused.row());
    }
    reports.moved(
        orphan.key(),
        Transition.DEAD_LETTER_ORPHAN,
        ConsumptionState.DEAD_LETTER,
        orphan.attempt(),
        failure);
    return new Decision(null, new Outcome.Acknowledge(Acknowledged.DEAD_LETTERED));
  }

  /** Somebody was faster. A row that is gone or still expired is left to the next delivery. */
  private static Decision answer(Optional<RowSummary> row) {
    return new Decision(
        null, row.map(Answers::forRow).orElseGet(() -> Answers.busy(Duration.ZERO)));
  }
}
