package io.consumptionledger.spi;

import io.consumptionledger.Failure;
import io.consumptionledger.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How a row becomes somebody's, and stays so. None of these joins a caller's transaction. */
public interface ClaimVerbs {
  /**
   * CLAIM: makes a new row in PROCESSING, attempt 1, epoch 1. Repeating it with the same token
   * after a lost reply finds the claim it made. A row with an order starts only if no earlier row
   * of its aggregate is unresolved and none is in PROCESSING; while the calling thread has a
   * transaction open, it is also held back when somebody is deciding about its aggregate.
   *
   * @param row the new row
   * @param token a token that has not been used before, or that of the call to repeat
   * @param node who claims
   * @param lease how long the claim lasts
   * @return the claim, the row that is there already, or that it must wait for its turn
   */
  ClaimResult claim(NewRow row, ClaimToken token, Node node, Duration lease);

  /**
   * TAKE_OVER: the row is PROCESSING, its lease has ended and it still has the token that was seen.
   * It gets a new token, epoch + 1 and attempt + 1, unless {@code attempt - yields} has reached the
   * maximum: then nothing changes.
   *
   * @param orphan the row as it was seen
   * @param token a new token
   * @param node who takes over
   * @param lease how long the claim lasts
   * @param maxAttempts how many starts are allowed
   * @return the new claim, or why there is none
   */
  TakeOverResult takeOver(
      RowSummary orphan, ClaimToken token, Node node, Duration lease, int maxAttempts);

  /**
   * DEAD_LETTER_ORPHAN: the row is PROCESSING, its lease has ended and it still has the token that
   * was seen; it becomes a dead letter and gets a new token.
   *
   * @param orphan the row as it was seen
   * @param failure why
   * @param content the content at hand
   * @return whether the row moved
   */
  TransitionResult deadLetterOrphan(RowSummary orphan, Failure failure, Content content);

  /**
   * RENEW: each row that is PROCESSING with its token gets a new lease; nothing else of it changes.
   * Rows that somebody is writing at the moment are not waited for.
   *
   * @param claims at most 1,000 claims, no key twice
   * @param lease how long they last from now
   * @return a result for each claim
   */
  Map<Claim, RenewResult> renew(List<Claim> claims, Duration lease);

  /**
   * CLAIM_DUE: rows of one tenant and handler that are RETRY_SCHEDULED and due become PROCESSING,
   * the longest due first, each with a token of its own, attempt + 1 and epoch + 1. Rows that
   * others are writing are skipped. An authorisation to replay is consumed. A due row with an order
   * whose turn has not come loses its due time instead and waits like a parked one.
   *
   * @param tenant whose rows
   * @param handlerId the handler
   * @param tokens new tokens, at most 1,000; no more rows are claimed than there are tokens
   * @param node who claims
   * @param lease how long the claims last
   * @return the claimed rows, the longest due first
   */
  List<DueClaim> claimDue(
      Tenant tenant, String handlerId, List<ClaimToken> tokens, Node node, Duration lease);
}
