package io.consumptionledger.operations;

import io.consumptionledger.Tenant;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplaySelection;

/**
 * Who must agree to a replay. Called before anything is done; what it throws is thrown on, and
 * nothing is done. Must be thread-safe.
 */
public interface ReplayPolicy {
  /** Another person than who asks must approve; whoever that is. */
  ReplayPolicy TWO_PEOPLE = (tenant, requester, selection) -> true;

  /** One person is enough: who asks may approve as well. The audit says so. */
  ReplayPolicy ONE_PERSON = (tenant, requester, selection) -> false;

  /**
   * Whether a new request needs another person's approval. It is recorded on the request: one that
   * needs two people stays so.
   *
   * @param tenant whose rows
   * @param requester who asks
   * @param selection what for
   * @return true if who asks cannot approve
   */
  boolean needsTwoPeople(Tenant tenant, Operator requester, ReplaySelection selection);

  /**
   * Whether a request needs another person's approval, now that its rows are known; asked when
   * somebody is about to approve it. Can only be stricter than what is recorded.
   *
   * @param request the request
   * @return true if who asked cannot approve
   */
  default boolean needsTwoPeople(ReplayRequest request) {
    return request.twoPeople();
  }

  /**
   * Whether a person may approve a request at all.
   *
   * @param approver the person
   * @param request the request
   * @return true if so
   */
  default boolean mayApprove(Operator approver, ReplayRequest request) {
    return true;
  }
}
