package io.consumptionledger.operations;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.internal.Timing;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Decision;
import io.consumptionledger.spi.ReplayRequestVerbs.NewRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.RequestPosition;
import io.consumptionledger.spi.ReplayRequestVerbs.Requested;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.ReplaySelection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Governed replay: somebody asks for the replay of dead letters, which freezes exactly these rows;
 * another person approves exactly these rows; and a run schedules those that have not changed
 * since.
 *
 * <pre>{@code
 * Requested asked = replays.request(tenant, rita, selection, "cause is fixed", 1_000);
 * ReplayRequest request = asked.request().orElseThrow();
 * replays.approve(tenant, request.id(), albert, request.hash());
 * ReplayReport report = replays.run(tenant, request.id(), rita, ReplayOptions.DEFAULT).execute();
 * }</pre>
 *
 * <p>Thread-safe. A request of another tenant is not there.
 */
public final class Replays {
  private static final int MOST_LISTED = 1_000;

  private final LedgerStore store;
  private final ReplayPolicy policy;
  private final Timing timing;

  Replays(LedgerStore store, ReplayPolicy policy, Timing timing) {
    this.store = store;
    this.policy = policy;
    this.timing = timing;
  }

  /**
   * Asks for a replay.
   *
   * @param tenant whose rows
   * @param requester who asks
   * @param selection which dead letters
   * @param reason why, 1 to {@value OperatorAction#MAX_REASON} characters
   * @param limit how many rows at the most, from 1 to {@value
   *     io.consumptionledger.spi.ReplayRequestVerbs#MOST_ROWS}
   * @return the request, and what is not in it; no request if nothing is selected
   * @throws io.consumptionledger.InvalidFieldException if a value is not valid
   */
  public Requested request(
      Tenant tenant, Operator requester, ReplaySelection selection, String reason, int limit) {
    boolean twoPeople = policy.needsTwoPeople(tenant, requester, selection);
    return store.requestReplay(
        new NewRequest(
            tenant,
            UUID.randomUUID(),
            selection,
            new OperatorAction(requester.name(), reason),
            limit,
            twoPeople));
  }

  /**
   * Agrees to a request.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param approver who agrees
   * @param selection the hash of the rows that the approver has seen
   * @return the request as it is now
   * @throws ReplayRefusedException if there is no such request, somebody has decided already, the
   *     hash is another, or this person cannot approve it
   */
  public ReplayRequest approve(Tenant tenant, UUID requestId, Operator approver, Sha256 selection) {
    Objects.requireNonNull(selection, "selection");
    ReplayRequest request =
        store
            .replayRequest(tenant, requestId)
            .orElseThrow(
                () -> new ReplayRefusedException("approval", requestId, Reason.NOT_FOUND, null));
    if (!policy.mayApprove(approver, request)) {
      throw new ReplayRefusedException("approval", requestId, Reason.NOT_PERMITTED, request);
    }
    boolean twoPeople = policy.needsTwoPeople(request);
    OperatorAction action = new OperatorAction(approver.name(), request.reason());
    return ReplayRefusedException.orThrow(
        "approval",
        requestId,
        store.decideReplay(
            tenant, requestId, new Decision(Verdict.APPROVE, action, selection, twoPeople)));
  }

  /**
   * Says no to a request.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param operator who
   * @param reason why
   * @return the request as it is now
   * @throws ReplayRefusedException if there is no such request, or somebody has decided already
   */
  public ReplayRequest reject(Tenant tenant, UUID requestId, Operator operator, String reason) {
    return decide(Verdict.REJECT, "rejection", tenant, requestId, operator, reason);
  }

  /**
   * Takes a request back, also when it was approved or is running. Rows that were scheduled stay
   * so; none is scheduled once this has returned.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param operator who
   * @param reason why
   * @return the request as it is now
   * @throws ReplayRefusedException if there is no such request, or it is over
   */
  public ReplayRequest cancel(Tenant tenant, UUID requestId, Operator operator, String reason) {
    return decide(Verdict.CANCEL, "cancellation", tenant, requestId, operator, reason);
  }

  private ReplayRequest decide(
      Verdict verdict, String what, Tenant tenant, UUID requestId, Operator by, String reason) {
    OperatorAction action = new OperatorAction(by.name(), reason);
    return ReplayRefusedException.orThrow(
        what,
        requestId,
        store.decideReplay(tenant, requestId, new Decision(verdict, action, null, true)));
  }

  /**
   * Prepares a run of an approved request, or a dry run of one that is not over. Rows that have an
   * outcome that stays are not touched again, so a request can be run until it is finished, by
   * several people also at once.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param operator who runs it
   * @param options how
   * @return the run, to be executed
   */
  public ReplayRun run(Tenant tenant, UUID requestId, Operator operator, ReplayOptions options) {
    return new ReplayRun(store, timing, tenant, requestId, operator, options);
  }

  /**
   * How far a request has come.
   *
   * @param tenant whose request
   * @param requestId the request
   * @return its status, or empty when there is no such request
   */
  public Optional<ReplayStatus> status(Tenant tenant, UUID requestId) {
    return store
        .replayRequest(tenant, requestId)
        .map(request -> new ReplayStatus(request, store.replayProgress(tenant, requestId)));
  }

  /**
   * The requests of a tenant, newest first.
   *
   * @param tenant whose requests
   * @param limit how many at the most, from 1 to 1,000
   * @return the requests
   */
  public List<ReplayRequest> list(Tenant tenant, int limit) {
    return store.replayRequests(tenant, checked(limit));
  }

  /**
   * The requests of a tenant, newest first, page by page.
   *
   * @param tenant whose requests
   * @param page the token of the page, or null for the first one
   * @param limit how many at the most, from 1 to 1,000
   * @return the page
   * @throws InvalidFieldException if the limit or the token is not valid
   */
  public Page<ReplayRequest> list(Tenant tenant, String page, int limit) {
    List<ReplayRequest> found = store.replayRequests(tenant, place(page), checked(limit));
    return new Page<>(found, found.size() < limit ? null : token(found.get(limit - 1)));
  }

  private static RequestPosition place(String page) {
    PageToken token = PageToken.of(page, 1);
    try {
      return token == null
          ? null
          : new RequestPosition(token.at(), UUID.fromString(token.parts().get(0)));
    } catch (IllegalArgumentException e) {
      throw PageToken.invalid();
    }
  }

  private static String token(ReplayRequest last) {
    return new PageToken(last.requestedAt(), List.of(last.id().toString())).text();
  }

  /**
   * Rows of a request with their outcomes, in its order.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param from the first position
   * @param limit how many at the most, from 1 to 1,000
   * @return the rows; none when there is no such request
   */
  public List<ReplayItem> items(Tenant tenant, UUID requestId, int from, int limit) {
    return store.replayItems(tenant, requestId, Which.ALL, from, checked(limit));
  }

  private static int checked(int limit) {
    if (limit < 1 || limit > MOST_LISTED) {
      throw new InvalidFieldException("limit", "must be 1 to " + MOST_LISTED + ", not " + limit);
    }
    return limit;
  }
}
