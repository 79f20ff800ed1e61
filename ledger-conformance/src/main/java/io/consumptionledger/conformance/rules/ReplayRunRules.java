package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.ReplayOptions;
import io.consumptionledger.operations.ReplayPolicy;
import io.consumptionledger.operations.ReplayRefusedException;
import io.consumptionledger.operations.ReplayReport;
import io.consumptionledger.operations.ReplayReport.End;
import io.consumptionledger.operations.ReplayRun;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.ReplaySelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;

/** Whole runs of replay requests, as operators start them. */
public interface ReplayRunRules extends StoreRules {
  /** As fast as can be. */
  ReplayOptions FAST =
      ReplayOptions.DEFAULT
          .perSecond(ReplayOptions.MOST)
          .waiting(Duration.ofMinutes(1), Duration.ofMillis(20));

  private static Replays replays(LedgerStore store) {
    return Operations.on(store).build().replays();
  }

  private static ReplayRun run(Scenario s, ReplayRequest request, ReplayOptions options) {
    return replays(s.store())
        .run(Tenant.DEFAULT, request.id(), new Operator(Requests.RUNNER), options);
  }

  private static List<ReplayOutcome> outcomes(List<ReplayItem> items) {
    return items.stream().map(ReplayItem::outcome).toList();
  }

  private static ConsumptionKey deadAt(Scenario s, String event, long place) {
    ConsumptionKey key = s.key(event);
    Expect.recorded(
        Commit.DONE,
        s.store()
            .recordTerminal(
                Aggregates.placed(s, key, Aggregates.FIRST, place), s.failure(ErrorClass.POISON)));
    return key;
  }

  @Rule(
      id = "REPLAY_RUN-1",
      text = "A run tells of each row in the order of the request; no conflict stops the others.",
      lookAt = "what replayItem answers for a row that cannot be scheduled")
  default void everyRowIsToldInOrder(Scenario s) {
    ConsumptionKey changed = s.dead("changed");
    Claim cut = s.claim(s.truncated("cut"));
    Expect.done(
        s.store().deadLetter(cut, s.failure(ErrorClass.POISON), s.truncated("cut").content()));
    ReplayRequest request = Requests.approved(s, s.dead("z"), changed, cut.key(), s.dead("a"));
    Expect.done(s.store().resolve(changed, s.version(changed), s.action()));
    ReplayReport report = run(s, request, FAST).execute();
    assertEquals(
        List.of(
            ReplayOutcome.SCHEDULED,
            ReplayOutcome.CHANGED,
            ReplayOutcome.REFUSED,
            ReplayOutcome.SCHEDULED),
        outcomes(report.items()),
        "outcomes in order");
    assertNotNull(report.items().get(1).detail(), "why it is changed");
    assertEquals(Requests.items(s, request), report.items(), "what is written down");
    assertEquals(End.COMPLETE, report.end(), "end");
    assertEquals(State.FINISHED, report.request().state(), "state");
    assertEquals(2, report.progress().of(ReplayOutcome.SCHEDULED), "progress");
    assertEquals(
        Reason.WRONG_STATE,
        assertThrows(ReplayRefusedException.class, () -> run(s, request, FAST).execute()).reason(),
        "a request that is over does not run");
  }

  @Rule(
      id = "REPLAY_RUN-2",
      text = "A run that is stopped leaves the rest open, and another run goes on with it.",
      lookAt = "Which.OPEN and IN_FLIGHT of replayItems")
  default void stoppedAndResumed(Scenario s) {
    ReplayRequest request = Requests.approved(s, s.dead("e1"), s.dead("e2"), s.dead("e3"));
    ReplayRun first = run(s, request, FAST.inFlight(1));
    Future<ReplayReport> running = Together.start(first::execute);
    Together.await(
        () -> s.second().replayProgress(Tenant.DEFAULT, request.id()).untried() < 3, "it runs");
    first.stop();
    ReplayReport stopped = Together.resultOf(running);
    assertEquals(End.STOPPED, stopped.end(), "end");
    assertEquals(List.of(ReplayOutcome.SCHEDULED), outcomes(stopped.items()), "outcomes");
    assertEquals(State.APPROVED, stopped.request().state(), "state");
    ReplayReport rest = run(s, request, FAST).execute();
    assertEquals(
        List.of(1, 2), rest.items().stream().map(ReplayItem::position).toList(), "the rest");
    assertEquals(State.FINISHED, rest.request().state(), "state");
    for (String event : List.of("e1", "e2", "e3")) {
      assertEquals(1, s.row(s.key(event)).replayGeneration(), "generation of " + event);
    }
  }

  @Rule(
      id = "REPLAY_RUN-3",
      text = "No more rows are in flight than the bound; the next follows when one is settled.",
      lookAt = "IN_FLIGHT of replayItems")
  default void boundOfRowsInFlight(Scenario s) {
    int rows = 6;
    ReplayRequest request = Requests.approved(s, Requests.dead(s, rows));
    ReplayRun run = run(s, request, FAST.inFlight(2));
    Future<ReplayReport> running = Together.start(run::execute);
    for (int settled = 0; settled < rows; settled++) {
      Together.await(() -> !s.store().dueQueues(null, 10).isEmpty(), "a row is scheduled");
      int flying =
          s.store().replayItems(Tenant.DEFAULT, request.id(), Which.IN_FLIGHT, 0, 100).size();
      assertTrue(flying <= 2, flying + " rows are in flight");
      Expect.done(s.store().succeed(s.claimDue(1).get(0).claim()));
    }
    assertEquals(End.COMPLETE, Together.resultOf(running).end(), "end");
  }

  @Rule(
      id = "REPLAY_RUN-4",
      text = "Rows behind an earlier one are BLOCKED, and are scheduled by a run after its settle.",
      lookAt = "the gate in replayItem, and which outcomes stay")
  default void blockedRowsAreToldAndComeLater(Scenario s) {
    ConsumptionKey later = deadAt(s, "later", 2);
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ReplayRequest request = Requests.approved(s, head, later);
    ReplayReport report = run(s, request, FAST).execute();
    assertEquals(
        List.of(ReplayOutcome.SCHEDULED, ReplayOutcome.BLOCKED),
        outcomes(report.items()),
        "outcomes");
    assertEquals(End.PARTIAL, report.end(), "end");
    assertEquals(State.APPROVED, report.request().state(), "state");
    Expect.done(s.store().succeed(s.claimOnlyDue().claim()));
    ReplayReport again = run(s, request, FAST).execute();
    assertEquals(List.of(ReplayOutcome.SCHEDULED), outcomes(again.items()), "outcomes");
    assertEquals(End.COMPLETE, again.end(), "end");
  }

  @Rule(
      id = "REPLAY_RUN-5",
      text =
          "In order, an aggregate's rows are replayed one after the other, the first place first.",
      lookAt = "the order that replayItem answers for a BLOCKED row")
  default void aggregateIsReplayedInOrder(Scenario s) {
    ConsumptionKey third = deadAt(s, "third", 3);
    ConsumptionKey second = deadAt(s, "second", 2);
    ConsumptionKey free = s.dead("free");
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ReplayRequest request = Requests.approved(s, third, second, free, head);
    Future<ReplayReport> running = Together.start(run(s, request, FAST.asOrdered())::execute);
    List<ConsumptionKey> settled = new ArrayList<>();
    while (settled.size() < 4) {
      Together.await(() -> !s.store().dueQueues(null, 10).isEmpty(), "a row is scheduled");
      for (DueClaim due : s.claimDue(10)) {
        settled.add(due.claim().key());
        Expect.done(s.store().succeed(due.claim()));
      }
    }
    ReplayReport report = Together.resultOf(running);
    settled.remove(free);
    assertEquals(List.of(head, second, third), settled, "the order in which they ran");
    assertEquals(End.COMPLETE, report.end(), "end");
    assertEquals(4, report.progress().of(ReplayOutcome.SCHEDULED), "scheduled");
  }

  @Rule(
      id = "REPLAY_RUN-6",
      text = "In order, what waits for a row that is a dead letter again is BLOCKED.",
      lookAt = "IN_FLIGHT of replayItems, which must not hold dead letters")
  default void followersOfARowThatFailsAgainAreBlocked(Scenario s) {
    ConsumptionKey second = deadAt(s, "second", 2);
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ReplayRequest request = Requests.approved(s, second, head);
    Future<ReplayReport> running = Together.start(run(s, request, FAST.asOrdered())::execute);
    List<DueClaim> due = new ArrayList<>(); // while the run looks at a row, it is passed by
    Together.await(() -> due.addAll(s.claimDue(1)), "the head is scheduled");
    Expect.done(
        s.store().deadLetter(due.get(0).claim(), s.failure(ErrorClass.POISON), s.content("head")));
    ReplayReport report = Together.resultOf(running);
    assertEquals(
        List.of(ReplayOutcome.BLOCKED, ReplayOutcome.SCHEDULED),
        outcomes(report.items()),
        "outcomes");
    assertEquals(End.PARTIAL, report.end(), "end");
    assertEquals(0, s.row(second).replayGeneration(), "the follower is not touched");
  }

  @Rule(
      id = "REPLAY_RUN-7",
      text = "Rows of a handler that is not among those that are known are REFUSED, by its name.",
      lookAt = "recordReplayItem")
  default void unknownHandlerIsNamed(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ReplayRequest request = Requests.approved(s, key);
    Picture before = s.picture(key);
    ReplayReport dry = run(s, request, FAST.asDryRun().knowing(Set.of("renamed"))).execute();
    assertEquals(List.of(ReplayOutcome.REFUSED), outcomes(dry.items()), "of a dry run");
    s.unchanged(before, key);
    ReplayReport report = run(s, request, FAST.knowing(Set.of("renamed"))).execute();
    assertEquals(List.of(ReplayOutcome.REFUSED), outcomes(report.items()), "outcomes");
    assertTrue(report.items().get(0).detail().contains(s.handler()), "the handler is named");
    assertEquals(ConsumptionState.DEAD_LETTER, s.summary(key).state(), "state");
  }

  @Rule(
      id = "REPLAY_RUN-8",
      text = "A dry run tells what would become of each row, and changes neither rows nor request.",
      lookAt = "previewReplay, and beginReplay of a dry run")
  default void dryRunChangesNothing(Scenario s) {
    ConsumptionKey good = s.dead("good");
    ConsumptionKey changed = s.dead("changed");
    ReplayRequest request = Requests.asked(s, good, changed);
    Expect.done(s.store().discard(changed, s.version(changed), s.action()));
    Picture before = s.picture(good);
    ReplayReport report = run(s, request, FAST.asDryRun()).execute();
    assertEquals(
        List.of(ReplayOutcome.SCHEDULED, ReplayOutcome.CHANGED),
        outcomes(report.items()),
        "what would become of them");
    assertEquals(End.DRY_RUN, report.end(), "end");
    assertEquals(1, report.progress().of(ReplayOutcome.SCHEDULED), "progress");
    assertEquals(request, Requests.now(s, request), "the request");
    assertEquals(2, s.store().replayProgress(Tenant.DEFAULT, request.id()).untried(), "untried");
    s.unchanged(before, good);
  }

  @Rule(
      id = "REPLAY_RUN-9",
      text = "Two people are the default; a policy may say that one is enough, or who may approve.",
      lookAt = "two_people of the request, and how decideReplay compares names")
  default void policyDecidesWhoApproves(Scenario s) {
    s.dead("e1");
    Operator rita = new Operator("Rita");
    ReplaySelection all = ReplaySelection.Matching.of(s.handler());
    Replays strict = replays(s.store());
    ReplayRequest two =
        strict.request(Tenant.DEFAULT, rita, all, "fixed", 10).request().orElseThrow();
    Operator same = new Operator(" RITA ");
    assertEquals(
        Reason.SAME_PERSON,
        assertThrows(
                ReplayRefusedException.class,
                () -> strict.approve(Tenant.DEFAULT, two.id(), same, two.hash()))
            .reason(),
        "the default");
    Replays lenient =
        Operations.on(s.store()).replayPolicy(ReplayPolicy.ONE_PERSON).build().replays();
    assertEquals(
        Reason.SAME_PERSON,
        assertThrows(
                ReplayRefusedException.class,
                () -> lenient.approve(Tenant.DEFAULT, two.id(), same, two.hash()))
            .reason(),
        "what needed two people when it was asked for");
    ReplayRequest one =
        lenient.request(Tenant.DEFAULT, rita, all, "fixed", 10).request().orElseThrow();
    assertEquals(
        Reason.SAME_PERSON,
        assertThrows(
                ReplayRefusedException.class,
                () ->
                    Operations.on(s.store())
                        .replayPolicy(new AlbertOnly())
                        .build()
                        .replays()
                        .approve(Tenant.DEFAULT, one.id(), new Operator("rita"), one.hash()))
            .reason(),
        "a stricter policy than when it was asked for");
    assertEquals(
        State.APPROVED,
        lenient.approve(Tenant.DEFAULT, one.id(), rita, one.hash()).state(),
        "one person");
    Replays picky = Operations.on(s.store()).replayPolicy(new AlbertOnly()).build().replays();
    assertEquals(
        Reason.NOT_PERMITTED,
        assertThrows(
                ReplayRefusedException.class,
                () -> picky.approve(Tenant.DEFAULT, two.id(), new Operator("ruth"), two.hash()))
            .reason(),
        "who may not");
    assertEquals(
        State.APPROVED,
        picky.approve(Tenant.DEFAULT, two.id(), new Operator("albert"), two.hash()).state(),
        "who may");
  }

  /** Lets one person approve, besides who asks, who then is the same person. */
  final class AlbertOnly implements ReplayPolicy {
    @Override
    public boolean needsTwoPeople(Tenant tenant, Operator requester, ReplaySelection selection) {
      return true;
    }

    @Override
    public boolean needsTwoPeople(ReplayRequest request) {
      return true;
    }

    @Override
    public boolean mayApprove(Operator approver, ReplayRequest request) {
      return Set.of("albert", "rita").contains(approver.name());
    }
  }
}
