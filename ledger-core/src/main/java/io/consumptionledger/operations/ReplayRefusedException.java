package io.consumptionledger.operations;

import io.consumptionledger.LedgerException;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.RequestResult;
import java.util.UUID;

/** A replay request is not as it must be for what was wanted; nothing was done. */
public final class ReplayRefusedException extends LedgerException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  private final Reason reason;

  ReplayRefusedException(String wanted, UUID requestId, Reason reason, ReplayRequest actual) {
    super(wanted + " of replay request " + requestId + " refused: " + why(reason, actual), null);
    this.reason = reason;
  }

  private static String why(Reason reason, ReplayRequest actual) {
    return switch (reason) {
      case NOT_FOUND -> "there is no such request";
      case WRONG_STATE -> "it is " + actual.state();
      case OTHER_SELECTION ->
          "the selection is not the one that it is bound to, which has the hash "
              + actual.hash().hex();
      case SAME_PERSON -> "who asked for it cannot approve it; another person must";
      case NOT_PERMITTED -> "the policy does not let this person approve it";
    };
  }

  /** The request, if the store did what was wanted. */
  static ReplayRequest orThrow(String wanted, UUID requestId, RequestResult result) {
    if (result instanceof RequestResult.Refused refused) {
      throw new ReplayRefusedException(wanted, requestId, refused.reason(), refused.actual());
    }
    return ((RequestResult.Done) result).request();
  }

  /**
   * Why it was refused.
   *
   * @return the reason, never null
   */
  public Reason reason() {
    return reason;
  }
}
