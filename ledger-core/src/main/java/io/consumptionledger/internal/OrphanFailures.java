package io.consumptionledger.internal;

import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.OnOrphan;

/** Why a row whose owner died becomes a dead letter. */
public final class OrphanFailures {
  static final String TYPE = "LeaseOrphan";

  private OrphanFailures() {}

  /** Every start that is allowed was made, and none was settled. */
  public static Failure crashLoop(HandlerDeclaration<?> handler) {
    return Failure.of(
        ErrorClass.CRASH_LOOP,
        TYPE,
        null,
        "all " + handler.maxAttempts() + " attempts were started and none was settled");
  }

  /** It may not, or cannot, run again from what is stored. */
  public static Failure noRerun(HandlerDeclaration<?> handler) {
    return handler.onOrphan() == OnOrphan.DEAD_LETTER ? mustNotRerun() : cut();
  }

  static Failure mustNotRerun() {
    return of("the owner died and the handler must not run again by itself");
  }

  private static Failure cut() {
    return of("the owner died and the stored content was cut, so it cannot run again");
  }

  private static Failure of(String message) {
    return Failure.of(ErrorClass.UNRECOVERABLE, TYPE, AnomalyKind.LEASE_ORPHAN.name(), message);
  }
}
