package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The verbs of the hot path for many rows at once, which share statements and commits. Each row
 * gets what the verb for one row would give it. If such a call fails, some, all or none of its rows
 * may have moved; the verbs for one row, called with the same tokens, find out and do the rest. No
 * key twice in one call, and no row with an order. None of these joins a caller's transaction.
 */
public interface BatchVerbs {
  /** The most rows of one call. */
  int MAX_ROWS = 1_000;

  /**
   * CLAIM, many times.
   *
   * @param claims at most {@value #MAX_ROWS}
   * @param node who claims
   * @return for each, in their order, the claim or the row that is there already
   * @throws IllegalArgumentException if a row has an order, or a key is there twice
   */
  List<ClaimResult> claimAll(List<NewClaim> claims, Node node);

  /**
   * SUCCEED, SCHEDULE_RETRY, DEAD_LETTER and RELEASE, many times.
   *
   * @param settlements at most {@value #MAX_ROWS}
   * @return for each, in their order, whether the row moved
   * @throws IllegalArgumentException if a row has an order, or a key is there twice
   */
  List<TransitionResult> settleAll(List<Settlement> settlements);

  /**
   * Checks what {@link #claimAll} must be given.
   *
   * @param claims the claims
   * @throws IllegalArgumentException if there are too many, or a key is there twice
   */
  static void checkClaims(List<NewClaim> claims) {
    checkKeys(claims.stream().map(claim -> claim.row().key()).toList());
  }

  /**
   * Checks what {@link #settleAll} must be given.
   *
   * @param settlements the settlements
   * @throws IllegalArgumentException if there are too many, a row has an order, or a key is there
   *     twice
   */
  static void checkSettlements(List<Settlement> settlements) {
    for (Settlement each : settlements) {
      if (each.claim().order() != null) {
        throw new IllegalArgumentException(
            each.claim().key() + " has an order; it is settled by itself");
      }
    }
    checkKeys(settlements.stream().map(each -> each.claim().key()).toList());
  }

  private static void checkKeys(List<ConsumptionKey> keys) {
    if (keys.size() > MAX_ROWS) {
      throw new IllegalArgumentException(keys.size() + " rows, must be at most " + MAX_ROWS);
    }
    Set<ConsumptionKey> seen = new HashSet<>();
    for (ConsumptionKey key : keys) {
      if (!seen.add(key)) {
        throw new IllegalArgumentException(key + " is there twice");
      }
    }
  }

  /**
   * A wish to start a new row.
   *
   * @param row the new row; without an order
   * @param token as for {@link ClaimVerbs#claim}
   * @param lease how long the claim lasts
   */
  record NewClaim(NewRow row, ClaimToken token, Duration lease) {
    /** Checks what must be there. */
    public NewClaim {
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(lease, "lease");
      if (row.order() != null) {
        throw new IllegalArgumentException(row.key() + " has an order; it is claimed by itself");
      }
    }
  }
}
