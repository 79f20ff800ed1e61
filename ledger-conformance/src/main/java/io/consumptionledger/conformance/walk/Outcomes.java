package io.consumptionledger.conformance.walk;

import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.RecordResult;
import io.consumptionledger.spi.TakeOverResult;
import io.consumptionledger.spi.TransitionResult;

/** Turns results into facts, remembering the claims in them. */
final class Outcomes {
  private Outcomes() {}

  static Facts of(Side side, ClaimResult result) {
    if (result instanceof ClaimResult.Claimed claimed) {
      side.remember(claimed.claim());
      return side.claim(claimed.claim()).add("turn", claimed.turn());
    }
    return result instanceof ClaimResult.Exists exists
        ? side.summary(new Facts().add("exists", ""), exists.row())
        : new Facts().add("blocked", "");
  }

  static Facts of(Side side, ParkResult result) {
    return result instanceof ParkResult.Exists exists
        ? side.summary(new Facts().add("exists", ""), exists.row())
        : new Facts().add("park", result);
  }

  static Facts of(Side side, TakeOverResult result) {
    if (result instanceof TakeOverResult.TakenOver taken) {
      side.remember(taken.claim());
      return side.claim(taken.claim());
    }
    if (result instanceof TakeOverResult.Exhausted exhausted) {
      return side.summary(new Facts().add("exhausted", ""), exhausted.row());
    }
    return side.summary(new Facts().add("refused", ""), ((TakeOverResult.Refused) result).actual());
  }

  static Facts of(Side side, TransitionResult result) {
    if (result instanceof TransitionResult.Refused refused) {
      return side.summary(new Facts().add("refused", refused.wanted()), refused.actual());
    }
    return new Facts().add("applied", ((TransitionResult.Applied) result).commit());
  }

  static Facts of(Side side, RecordResult result) {
    if (result instanceof RecordResult.Conflict conflict) {
      return side.summary(new Facts().add("conflict", ""), conflict.row());
    }
    return new Facts().add("recorded", ((RecordResult.Recorded) result).commit());
  }
}
