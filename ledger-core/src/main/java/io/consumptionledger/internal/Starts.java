package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.Outcome;
import io.consumptionledger.Outcome.Acknowledged;
import io.consumptionledger.PayloadPolicy;
import io.consumptionledger.Transition;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.Turn;
import java.time.Duration;

/**
 * Claims a message that is new, or lets it wait for its turn: by the time it is parked, what it
 * waits for may be settled, and then it is claimed after all.
 */
final class Starts {
  private static final int MOST_ROUNDS = 5;
  private static final Duration ASK_AGAIN = Duration.ofMillis(100);

  private final LedgerStore store;
  private final HotPath hotPath;
  private final Reports reports;

  Starts(LedgerStore store, HotPath hotPath, Reports reports) {
    this.store = store;
    this.hotPath = hotPath;
    this.reports = reports;
  }

  /**
   * One of three.
   *
   * @param claim the claim to run under, or null
   * @param row the row that is there already, or null
   * @param answer the answer for the broker, or null
   */
  record Start(Claim claim, RowSummary row, Outcome answer) {
    static Start claimed(Claim claim) {
      return new Start(claim, null, null);
    }

    static Start exists(RowSummary row) {
      return new Start(null, row, null);
    }

    static Start answered(Outcome answer) {
      return new Start(null, null, answer);
    }
  }

  /** The row to claim. */
  static NewRow row(HandlerDeclaration<?> handler, Delivery delivery) {
    boolean storeNow = handler.payloadPolicy() == PayloadPolicy.AT_CLAIM;
    return NewRow.of(
        delivery, storeNow ? content(handler, delivery) : null, Places.of(handler, delivery));
  }

  /** Restarts the lease before each claim that is sent. */
  Start start(HandlerDeclaration<?> handler, Delivery delivery, Runnable restartLease) {
    NewRow row = row(handler, delivery);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      restartLease.run();
      ClaimResult result =
          UnansweredException.ask(
              Transition.CLAIM, () -> hotPath.claim(row, ClaimToken.random(), handler.lease()));
      if (result instanceof ClaimResult.Claimed claimed) {
        return claimed(claimed);
      }
      if (result instanceof ClaimResult.Exists exists) {
        return Start.exists(exists.row());
      }
      Start parked = park(NewRow.of(delivery, content(handler, delivery), row.order()));
      if (parked != null) {
        return parked;
      }
    }
    return Start.answered(Answers.busy(ASK_AGAIN));
  }

  private static Content content(HandlerDeclaration<?> handler, Delivery delivery) {
    return Content.of(delivery, handler.maxPayloadBytes());
  }

  /** Tells of a claim. */
  Start claimed(ClaimResult.Claimed claimed) {
    Claim claim = claimed.claim();
    reports.moved(
        claim.key(), Transition.CLAIM, ConsumptionState.PROCESSING, claim.attempt(), null);
    turn(claim, claimed.turn());
    return Start.claimed(claim);
  }

  /** Tells of a row that runs although a later one was settled before. */
  void turn(Claim claim, Turn turn) {
    if (turn == Turn.OUT_OF_ORDER) {
      reports.anomaly(
          claim.key(),
          claim.epoch(),
          AnomalyKind.OUT_OF_ORDER,
          "a later message of " + claim.order().aggregateType() + " was settled before");
    }
  }

  /** Null if its turn has come meanwhile. */
  private Start park(NewRow row) {
    ParkResult result = UnansweredException.ask(Transition.PARK, () -> store.park(row));
    if (result instanceof ParkResult.Parked) {
      reports.moved(row.key(), Transition.PARK, ConsumptionState.RETRY_SCHEDULED, 0, null);
      return Start.answered(new Outcome.Acknowledge(Acknowledged.STORED_FOR_RETRY));
    }
    if (result instanceof ParkResult.Exists exists) {
      return Start.exists(exists.row());
    }
    return result instanceof ParkResult.Busy ? Start.answered(Answers.busy(ASK_AGAIN)) : null;
  }
}
