package io.consumptionledger.spi;

import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.internal.Text;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Replays of many dead letters that one person asks for and another approves. A request is bound to
 * its rows and their versions; it runs row by row. Each change is appended to the audit in the same
 * transaction; if that fails, nothing happens. All commit on their own. Whatever belongs to another
 * tenant is not there.
 */
public interface ReplayRequestVerbs {
  /** The most rows that one request can be bound to. */
  int MOST_ROWS = 10_000;

  /**
   * Freezes a selection: keys, versions, count and hash. Nothing is written when it selects no row.
   *
   * @param request who asks for what
   * @return the request that was made, and what is not in it
   */
  Requested requestReplay(NewRequest request);

  /**
   * Approves, rejects or takes back. Approval is refused unless it names the hash of the rows that
   * the request is bound to, and where two people are needed, unless another person than the
   * requester approves.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param decision who decides what
   * @return the request as it is now, or why nothing changed
   */
  RequestResult decideReplay(Tenant tenant, UUID requestId, Decision decision);

  /**
   * Begins a run, which the audit tells; checks that the request is approved and still bound to the
   * rows that were approved. A dry run may begin before the approval.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param run who runs it, and how
   * @return the request, or why it must not run
   */
  RequestResult beginReplay(Tenant tenant, UUID requestId, Run run);

  /**
   * AUTHORIZE_REPLAY of one row of an approved request, together with its outcome. Nobody schedules
   * a row twice: whoever comes second gets the outcome that is there. A row behind an earlier
   * unresolved one is answered as BLOCKED, which is not written down.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param position which of its rows
   * @param operator who runs it
   * @return the row and what became of it; empty when the request is not approved, or not any more
   */
  Optional<ItemResult> replayItem(Tenant tenant, UUID requestId, int position, String operator);

  /**
   * Writes down why a row of an approved request is not scheduled. What stays is not overwritten.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param item the row, with outcome and detail
   * @param operator who runs it
   * @return the row as it is now; empty when the request is not approved, or not any more
   */
  Optional<ReplayItem> recordReplayItem(
      Tenant tenant, UUID requestId, ReplayItem item, String operator);

  /**
   * Ends a run, which the audit tells; the request is finished if all its rows have an outcome that
   * stays.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param run who ran it, and how it ended
   * @return the request as it is now, or why it was not running
   */
  RequestResult endReplay(Tenant tenant, UUID requestId, Run run);

  /**
   * One request.
   *
   * @param tenant whose request
   * @param requestId the request
   * @return the request, or empty when that tenant has none of that id
   */
  Optional<ReplayRequest> replayRequest(Tenant tenant, UUID requestId);

  /**
   * Requests of a tenant, newest first.
   *
   * @param tenant whose requests
   * @param limit how many at the most, from 1 to 1,000
   * @return the requests
   */
  default List<ReplayRequest> replayRequests(Tenant tenant, int limit) {
    return replayRequests(tenant, null, limit);
  }

  /**
   * Requests of a tenant, newest first, page by page.
   *
   * @param tenant whose requests
   * @param after the last request of the page before, or null to begin
   * @param limit how many at the most, from 1 to 1,000
   * @return the requests
   */
  List<ReplayRequest> replayRequests(Tenant tenant, RequestPosition after, int limit);

  /**
   * How far a request has come.
   *
   * @param tenant whose request
   * @param requestId the request
   * @return how many rows have not been tried, and how many have each outcome
   */
  Progress replayProgress(Tenant tenant, UUID requestId);

  /**
   * Rows of a request, in their order.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param which which of them
   * @param from the first position
   * @param limit how many at the most, from 1 to 1,000
   * @return the rows
   */
  List<ReplayItem> replayItems(Tenant tenant, UUID requestId, Which which, int from, int limit);

  /**
   * The open rows of a request with the outcome that each would have now; writes nothing.
   *
   * @param tenant whose request
   * @param requestId the request
   * @param from the first position
   * @param limit how many at the most, from 1 to 1,000
   * @return the rows, in their order
   */
  List<ReplayItem> previewReplay(Tenant tenant, UUID requestId, int from, int limit);

  /**
   * A place in the list of requests, newest first.
   *
   * @param requestedAt when the request was made
   * @param id its id
   */
  record RequestPosition(Instant requestedAt, UUID id) {}

  /**
   * A new request.
   *
   * @param tenant whose rows
   * @param id its id, made by the caller
   * @param selection which rows
   * @param action who asks and why
   * @param limit how many rows at the most, from 1 to {@value #MOST_ROWS}
   * @param twoPeople whether another person must approve it
   */
  record NewRequest(
      Tenant tenant,
      UUID id,
      ReplaySelection selection,
      OperatorAction action,
      int limit,
      boolean twoPeople) {
    /** Checks all parts. */
    public NewRequest {
      Objects.requireNonNull(tenant, "tenant");
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(selection, "selection");
      Objects.requireNonNull(action, "action");
      if (limit < 1 || limit > MOST_ROWS) {
        throw new InvalidFieldException("limit", "must be 1 to " + MOST_ROWS + ", not " + limit);
      }
    }
  }

  /**
   * What was asked for.
   *
   * @param made the request, or null when it would have no row
   * @param hasMore whether more rows match than the limit allows
   * @param leftOut the named rows that are not in it, in their order
   */
  record Requested(ReplayRequest made, boolean hasMore, List<LeftOut> leftOut) {
    /** Copies the list. */
    public Requested {
      leftOut = List.copyOf(leftOut);
    }

    /**
     * The request.
     *
     * @return the request, or empty when it would have no row
     */
    public Optional<ReplayRequest> request() {
      return Optional.ofNullable(made);
    }
  }

  /**
   * A named row that is not in the request.
   *
   * @param row the row as it was named
   * @param why what does not fit
   */
  record LeftOut(RowVersion row, String why) {}

  /** What can be decided. */
  enum Verdict {
    /** It may run. */
    APPROVE(ReplayRequest.State.APPROVED),
    /** It must not run. */
    REJECT(ReplayRequest.State.REJECTED),
    /** It is taken back, also after it was approved; rows that were scheduled stay so. */
    CANCEL(ReplayRequest.State.CANCELLED);

    private final ReplayRequest.State to;

    Verdict(ReplayRequest.State to) {
      this.to = to;
    }

    /**
     * The state that it leads to.
     *
     * @return the state
     */
    public ReplayRequest.State to() {
      return to;
    }

    /**
     * Whether it can be decided in a state.
     *
     * @param state the request's state
     * @return true if it can
     */
    public boolean startsFrom(ReplayRequest.State state) {
      return state == ReplayRequest.State.REQUESTED
          || (this == CANCEL && state == ReplayRequest.State.APPROVED);
    }
  }

  /**
   * What somebody decides.
   *
   * @param verdict what
   * @param action who, and why
   * @param selection the hash of the rows that are approved; null unless it is an approval
   * @param twoPeople whether another person than the requester is needed, also if the request does
   *     not say so
   */
  record Decision(Verdict verdict, OperatorAction action, Sha256 selection, boolean twoPeople) {
    /** Checks all parts. */
    public Decision {
      Objects.requireNonNull(verdict, "verdict");
      Objects.requireNonNull(action, "action");
      if ((verdict == Verdict.APPROVE) != (selection != null)) {
        throw new InvalidFieldException(
            "selection", "is the hash that an approval, and nothing else, must name");
      }
    }
  }

  /**
   * A run of a request.
   *
   * @param operator who runs it, 1 to {@value OperatorAction#MAX_ACTOR} characters
   * @param isDry whether nothing is to be done
   * @param detail how, for the audit; at most {@value ReplayItem#MAX_DETAIL} characters
   */
  record Run(String operator, boolean isDry, String detail) {
    /** Checks all parts. */
    public Run {
      Text.required("operator", operator, OperatorAction.MAX_ACTOR);
      Text.required("detail", detail, ReplayItem.MAX_DETAIL);
    }
  }

  /** Whether a request is as it must be. */
  sealed interface RequestResult {
    /**
     * It is, and the change is made.
     *
     * @param request the request as it is now
     */
    record Done(ReplayRequest request) implements RequestResult {}

    /**
     * It is not, and nothing changed.
     *
     * @param reason why
     * @param actual the request as it is, or null when there is none
     */
    record Refused(Reason reason, ReplayRequest actual) implements RequestResult {}
  }

  /** Why a request is not as it must be. */
  enum Reason {
    /** That tenant has no such request. */
    NOT_FOUND,
    /** It is in a state in which this cannot be done. */
    WRONG_STATE,
    /** The hash is not that of the rows that it is bound to. */
    OTHER_SELECTION,
    /** Another person than the requester is needed. */
    SAME_PERSON,
    /** The policy does not let this person approve it; no store answers this. */
    NOT_PERMITTED
  }

  /**
   * What became of a row.
   *
   * @param item the row with its outcome
   * @param order its place in its aggregate if it is BLOCKED, else null
   */
  record ItemResult(ReplayItem item, Order order) {}

  /** Which rows of a request. */
  enum Which {
    /** All of them. */
    ALL,
    /** Those that a run may still schedule. */
    OPEN,
    /** Those that were scheduled and are neither settled nor dead letters again. */
    IN_FLIGHT
  }

  /**
   * How far a request has come.
   *
   * @param untried rows without an outcome
   * @param outcomes rows with each outcome; an outcome that no row has is not there
   */
  record Progress(int untried, Map<ReplayOutcome, Integer> outcomes) {
    /** Copies the map. */
    public Progress {
      outcomes = Map.copyOf(outcomes);
    }

    /**
     * How many rows have an outcome.
     *
     * @param outcome the outcome
     * @return their number, 0 for none
     */
    public int of(ReplayOutcome outcome) {
      return outcomes.getOrDefault(outcome, 0);
    }

    /**
     * How many rows a run may still schedule.
     *
     * @return those untried, blocked and failed
     */
    public int open() {
      return untried + of(ReplayOutcome.BLOCKED) + of(ReplayOutcome.FAILED);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      for (ReplayOutcome outcome : ReplayOutcome.values()) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(outcome.name().toLowerCase(Locale.ROOT))
            .append(' ')
            .append(of(outcome));
      }
      return text.append(", untried ").append(untried).toString();
    }
  }
}
