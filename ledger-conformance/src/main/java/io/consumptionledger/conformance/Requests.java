package io.consumptionledger.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Decision;
import io.consumptionledger.spi.ReplayRequestVerbs.ItemResult;
import io.consumptionledger.spi.ReplayRequestVerbs.NewRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.RequestResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Requested;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.RowVersion;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Replay requests, and the ways to bring them onto the stage. */
public final class Requests {
  /** Who asks. */
  public static final String REQUESTER = "rita";

  /** Who agrees. */
  public static final String APPROVER = "albert";

  /** Who runs it. */
  public static final String RUNNER = "olga";

  private Requests() {}

  /**
   * Dead letters to ask for.
   *
   * @param s the scenario
   * @param count how many
   * @return their keys
   */
  public static ConsumptionKey[] dead(Scenario s, int count) {
    return IntStream.range(0, count).mapToObj(i -> s.dead("e" + i)).toArray(ConsumptionKey[]::new);
  }

  /**
   * Asks for the replay of a selection.
   *
   * @param s the scenario
   * @param selection which rows
   * @param limit how many at the most
   * @return what was asked for
   */
  public static Requested ask(Scenario s, ReplaySelection selection, int limit) {
    return s.store()
        .requestReplay(
            new NewRequest(
                Tenant.DEFAULT,
                UUID.randomUUID(),
                selection,
                new OperatorAction(REQUESTER, "cause is fixed"),
                limit,
                true));
  }

  /**
   * Asks for the replay of rows as they are now.
   *
   * @param s the scenario
   * @param keys the rows
   * @return the request
   */
  public static ReplayRequest asked(Scenario s, ConsumptionKey... keys) {
    List<RowVersion> rows = Stream.of(keys).map(RowVersion::now).toList();
    Requested requested = ask(s, new ReplaySelection.Rows(rows), 1_000);
    assertEquals(List.of(), requested.leftOut(), "rows that are not in the request");
    return requested.request().orElseThrow();
  }

  /**
   * A request that was approved.
   *
   * @param s the scenario
   * @param keys its rows
   * @return the request
   */
  public static ReplayRequest approved(Scenario s, ConsumptionKey... keys) {
    ReplayRequest request = asked(s, keys);
    return done(s.store().decideReplay(Tenant.DEFAULT, request.id(), approval(APPROVER, request)));
  }

  /**
   * Somebody's approval of what a request is bound to.
   *
   * @param approver who
   * @param request what
   * @return the decision
   */
  public static Decision approval(String approver, ReplayRequest request) {
    return new Decision(
        Verdict.APPROVE, new OperatorAction(approver, "looks right"), request.hash(), true);
  }

  /**
   * A decision that names no rows.
   *
   * @param verdict which
   * @param by who decides
   * @return the decision
   */
  public static Decision no(Verdict verdict, String by) {
    return new Decision(verdict, new OperatorAction(by, "not like this"), null, true);
  }

  /**
   * The change was made.
   *
   * @param result what the store answered
   * @return the request as it is now
   */
  public static ReplayRequest done(RequestResult result) {
    return assertInstanceOf(RequestResult.Done.class, result, "the request was to change")
        .request();
  }

  /**
   * The change was refused.
   *
   * @param reason why
   * @param result what the store answered
   */
  public static void refused(Reason reason, RequestResult result) {
    assertEquals(
        reason,
        assertInstanceOf(RequestResult.Refused.class, result, "it was to be refused").reason(),
        "why it is refused");
  }

  /**
   * Runs one row of a request.
   *
   * @param s the scenario
   * @param request the request
   * @param position which row
   * @return what became of it
   */
  public static ItemResult run(Scenario s, ReplayRequest request, int position) {
    return s.store()
        .replayItem(Tenant.DEFAULT, request.id(), position, RUNNER)
        .orElseThrow(() -> new AssertionError("the request was to run"));
  }

  /**
   * Runs one row of a request, and expects an outcome that is also written down.
   *
   * @param s the scenario
   * @param request the request
   * @param position which row
   * @param outcome the outcome
   * @return the item
   */
  public static ReplayItem becomes(
      Scenario s, ReplayRequest request, int position, ReplayOutcome outcome) {
    ReplayItem item = run(s, request, position).item();
    assertEquals(outcome, item.outcome(), "outcome: " + item.detail());
    assertEquals(item, items(s, request).get(position), "what is written down");
    return item;
  }

  /**
   * All rows of a request.
   *
   * @param s the scenario
   * @param request the request
   * @return the rows
   */
  public static List<ReplayItem> items(Scenario s, ReplayRequest request) {
    return s.store().replayItems(Tenant.DEFAULT, request.id(), Which.ALL, 0, 1_000);
  }

  /**
   * The request as it is stored.
   *
   * @param s the scenario
   * @param request the request
   * @return the request as it is now
   */
  public static ReplayRequest now(Scenario s, ReplayRequest request) {
    return s.store().replayRequest(Tenant.DEFAULT, request.id()).orElseThrow();
  }
}
