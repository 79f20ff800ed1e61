package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.PayloadState;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.People;
import io.consumptionledger.spi.OperatorVerbs.ReplayApproval;
import io.consumptionledger.spi.ReplayRequestVerbs.LeftOut;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What all stores decide and say alike about replay requests. */
public final class ReplayLogic {
  private ReplayLogic() {}

  /**
   * What is frozen of the rows that a selection names.
   *
   * @param rows the rows, each at the version that it has
   * @param leftOut those that are not in it
   * @param hasMore whether more would fit than the limit allows
   */
  public record Frozen(List<RowVersion> rows, List<LeftOut> leftOut, boolean hasMore) {}

  /**
   * Freezes rows that were named.
   *
   * @param tenant whose rows; those of others are not there
   * @param named the names
   * @param found the rows that exist
   * @param limit how many at the most
   * @return the frozen rows in the order of their names
   */
  public static Frozen freeze(
      Tenant tenant, ReplaySelection.Rows named, Map<ConsumptionKey, RowSummary> found, int limit) {
    List<RowVersion> rows = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    Set<ConsumptionKey> seen = new HashSet<>();
    boolean hasMore = false;
    for (RowVersion row : named.rows()) {
      RowSummary there = row.key().tenant().equals(tenant) ? found.get(row.key()) : null;
      String objection = seen.add(row.key()) ? objection(row, there) : "is named twice";
      if (objection != null) {
        leftOut.add(new LeftOut(row, objection));
      } else if (rows.size() == limit) {
        hasMore = true;
        leftOut.add(new LeftOut(row, "is over the limit of " + limit + " rows"));
      } else {
        rows.add(new RowVersion(row.key(), there.rowVersion()));
      }
    }
    return new Frozen(rows, leftOut, hasMore);
  }

  private static String objection(RowVersion row, RowSummary there) {
    return there == null ? "is not there" : change(row, there.state(), there.rowVersion());
  }

  /** What has become of a row that was to be a dead letter, or null if it still is one. */
  private static String change(RowVersion row, ConsumptionState state, long version) {
    if (state != ConsumptionState.DEAD_LETTER) {
      return "is " + state + ", no dead letter";
    }
    return row.fits(version)
        ? null
        : "has changed: its version is " + version + ", not " + row.version();
  }

  /**
   * What becomes of a row.
   *
   * @param item the row as it was approved
   * @param state its state, or null if it is not there
   * @param version its version
   * @param payload what it holds of its payload
   * @param isBehind whether an earlier row of its aggregate is unresolved
   * @return the item with outcome and detail
   */
  public static ReplayItem judge(
      ReplayItem item,
      ConsumptionState state,
      long version,
      PayloadState payload,
      boolean isBehind) {
    if (state == null) {
      return item.with(ReplayOutcome.CHANGED, "is not there any more");
    }
    String change = change(item.row(), state, version);
    if (change != null) {
      return item.with(ReplayOutcome.CHANGED, change);
    }
    if (payload == null || payload == PayloadState.TRUNCATED) {
      return item.with(
          ReplayOutcome.REFUSED,
          payload == null ? "its content is missing" : "its content was cut when it was stored");
    }
    return isBehind
        ? item.with(ReplayOutcome.BLOCKED, "an earlier row of its aggregate is unresolved")
        : item.with(ReplayOutcome.SCHEDULED, null);
  }

  /**
   * What became of a row by AUTHORIZE_REPLAY.
   *
   * @param item the row as it was approved
   * @param result what AUTHORIZE_REPLAY answered
   * @return the item with outcome and detail
   */
  public static ReplayItem judge(ReplayItem item, TransitionResult result) {
    if (result instanceof TransitionResult.Refused refused) {
      RowSummary row = refused.actual();
      return row == null
          ? judge(item, null, 0, null, false)
          : judge(item, row.state(), row.rowVersion(), row.payloadState(), true);
    }
    return item.with(ReplayOutcome.SCHEDULED, null);
  }

  /**
   * The approval of one row of an approved request.
   *
   * @param request the request
   * @param operator who runs it
   * @return a new authorisation
   */
  public static ReplayApproval approval(ReplayRequest request, String operator) {
    return new ReplayApproval(
        request.requester(),
        request.decidedBy(),
        request.reason(),
        UUID.randomUUID(),
        request.twoPeople() ? People.TWO : People.ONE,
        context(request) + ", run by " + operator);
  }

  /**
   * What an action was part of, for the audit.
   *
   * @param request the request
   * @return its id, count and hash, and how many people must agree
   */
  public static String context(ReplayRequest request) {
    return "request "
        + request.id()
        + ", rows "
        + request.count()
        + ", selection "
        + request.hash().hex()
        + (request.twoPeople() ? "" : ", one person is enough");
  }

  /**
   * The audit's detail about a row that was not scheduled.
   *
   * @param request its request
   * @param item the row with its outcome
   * @return the detail
   */
  public static String context(ReplayRequest request, ReplayItem item) {
    return item.outcome() + ": " + item.detail() + "; " + context(request);
  }
}
