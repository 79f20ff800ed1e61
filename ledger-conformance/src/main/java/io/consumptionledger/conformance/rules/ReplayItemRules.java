package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs.ItemResult;
import io.consumptionledger.spi.ReplayRequestVerbs.Progress;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.Run;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs of replay requests, row by row: row, outcome and audit together, and each row once. */
public interface ReplayItemRules extends StoreRules {
  /** A run. */
  Run RUN = new Run(Requests.RUNNER, false, "all at once");

  @Rule(
      id = "REPLAY_ITEM-1",
      text = "A row of an approved request is authorised, and its outcome and the audit say so.",
      lookAt = "what replayItem does in its transaction")
  default void rowIsScheduled(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ReplayRequest request = Requests.approved(s, key);
    Requests.becomes(s, request, 0, ReplayOutcome.SCHEDULED);
    Row row = s.row(key);
    assertEquals(ConsumptionState.RETRY_SCHEDULED, row.summary().state(), "state");
    assertEquals(1, row.replayGeneration(), "generation");
    assertNotNull(row.replayAuthorization(), "authorisation");
    List<AuditEntry> audit = s.store().audit(key);
    assertEquals(1, audit.size(), "the number of entries");
    AuditEntry entry = audit.get(0);
    assertEquals("AUTHORIZE_REPLAY", entry.action(), "action");
    assertEquals(Requests.REQUESTER, entry.actor(), "requester");
    assertEquals(Requests.APPROVER, entry.secondActor(), "approver");
    assertEquals("cause is fixed", entry.reason(), "reason");
    for (String part :
        List.of(
            request.id().toString(), request.hash().hex(), "rows 1", "run by " + Requests.RUNNER)) {
      assertTrue(entry.detail().contains(part), entry.detail());
    }
    assertTrue(
        !entry.detail().contains(row.replayAuthorization().toString()),
        "the authorisation does not leave");
  }

  @Rule(
      id = "REPLAY_ITEM-2",
      text = "What is not approved, or not any more, does not run.",
      lookAt = "the state that replayItem checks while it keeps the request locked")
  default void onlyApprovedRequestsRun(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Picture before = s.picture(key);
    ReplayRequest asked = Requests.asked(s, key);
    ReplayRequest rejected = Requests.asked(s, key);
    ReplayRequest cancelled = Requests.approved(s, key);
    Requests.done(
        s.store().decideReplay(Tenant.DEFAULT, rejected.id(), Requests.no(Verdict.REJECT, "ruth")));
    Requests.done(
        s.store()
            .decideReplay(Tenant.DEFAULT, cancelled.id(), Requests.no(Verdict.CANCEL, "carl")));
    for (ReplayRequest request : List.of(asked, rejected, cancelled)) {
      assertTrue(
          s.store().replayItem(Tenant.DEFAULT, request.id(), 0, Requests.RUNNER).isEmpty(),
          "a run of " + request.state());
      Requests.refused(
          Reason.WRONG_STATE, s.store().beginReplay(Tenant.DEFAULT, request.id(), RUN));
      Requests.refused(Reason.WRONG_STATE, s.store().endReplay(Tenant.DEFAULT, request.id(), RUN));
      ReplayItem failed = Requests.items(s, request).get(0).with(ReplayOutcome.FAILED, "no store");
      assertTrue(
          s.store()
              .recordReplayItem(Tenant.DEFAULT, request.id(), failed, Requests.RUNNER)
              .isEmpty(),
          "an outcome of " + request.state());
    }
    s.unchanged(before, key);
  }

  @Rule(
      id = "REPLAY_ITEM-3",
      text = "A row is scheduled once by a request, also when it is a dead letter again.",
      lookAt = "the lock of the item, and the outcome in the WHERE clause of replay-item-outcome")
  default void rowIsScheduledOnce(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ReplayRequest request = Requests.approved(s, key);
    ReplayItem item = Requests.becomes(s, request, 0, ReplayOutcome.SCHEDULED);
    assertEquals(new ItemResult(item, null), Requests.run(s, request, 0), "the second run");
    DueClaim due = s.claimOnlyDue();
    Expect.done(s.store().deadLetter(due.claim(), s.failure(ErrorClass.POISON), s.content("e1")));
    Picture before = s.picture(key);
    assertEquals(new ItemResult(item, null), Requests.run(s, request, 0), "the third run");
    ReplayItem changed = item.with(ReplayOutcome.CHANGED, "after all");
    assertEquals(
        item,
        s.store()
            .recordReplayItem(Tenant.DEFAULT, request.id(), changed, Requests.RUNNER)
            .orElseThrow(),
        "what stays is not overwritten");
    assertEquals(item, Requests.items(s, request).get(0), "what is written down");
    s.unchanged(before, key);
  }

  @Rule(
      id = "REPLAY_ITEM-4",
      text = "A row that changed since it was selected is CHANGED, and is not touched.",
      lookAt = "the version that replayItem hands to AUTHORIZE_REPLAY")
  default void changedRowIsNotTouched(Scenario s) {
    ConsumptionKey moved = s.dead("moved");
    ConsumptionKey closed = s.dead("closed");
    ReplayRequest request = Requests.approved(s, moved, closed);
    Expect.done(s.store().authorizeReplay(moved, s.version(moved), s.approval()));
    Expect.done(s.store().bury(moved, s.version(moved), s.failure(ErrorClass.POISON)));
    Expect.done(s.store().discard(closed, s.version(closed), s.action()));
    Row before = s.row(moved);
    ReplayItem item = Requests.becomes(s, request, 0, ReplayOutcome.CHANGED);
    assertTrue(
        item.detail().contains("version is " + before.summary().rowVersion()), item.detail());
    assertEquals(before.summary().rowVersion(), s.version(moved), "version");
    AuditEntry entry = s.store().audit(moved).get(1);
    assertEquals("REPLAY_ITEM", entry.action(), "action");
    assertEquals(Requests.RUNNER, entry.actor(), "who ran it");
    assertTrue(entry.detail().startsWith("CHANGED: "), entry.detail());
    assertTrue(entry.detail().contains(request.hash().hex()), entry.detail());
    assertTrue(
        Requests.becomes(s, request, 1, ReplayOutcome.CHANGED).detail().contains("DISCARDED"),
        "what it is now");
  }

  @Rule(
      id = "REPLAY_ITEM-5",
      text = "A row whose content was cut is REFUSED.",
      lookAt = "the payload state that replayItem judges by")
  default void cutContentIsRefused(Scenario s) {
    Claim claim = s.claim(s.truncated("e1"));
    Expect.done(
        s.store().deadLetter(claim, s.failure(ErrorClass.POISON), s.truncated("e1").content()));
    ReplayRequest request = Requests.approved(s, claim.key());
    Requests.becomes(s, request, 0, ReplayOutcome.REFUSED);
    assertEquals(ConsumptionState.DEAD_LETTER, s.summary(claim.key()).state(), "state");
  }

  @Rule(
      id = "REPLAY_ITEM-6",
      text = "A row behind an earlier unresolved one is BLOCKED until that one is resolved.",
      lookAt = "the gate in replayItem; BLOCKED must not be written down by it")
  default void blockedRowComesLater(Scenario s) {
    ConsumptionKey later = Aggregates.placed(s, s.key("later"), Aggregates.FIRST, 2L).key();
    Expect.recorded(
        Commit.DONE,
        s.store()
            .recordTerminal(
                Aggregates.placed(s, later, Aggregates.FIRST, 2L), s.failure(ErrorClass.POISON)));
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ReplayRequest request = Requests.approved(s, later, head);
    Picture before = s.picture(later);
    ItemResult blocked = Requests.run(s, request, 0);
    assertEquals(ReplayOutcome.BLOCKED, blocked.item().outcome(), "outcome");
    assertEquals(Aggregates.FIRST, blocked.order().aggregateId(), "what it waits within");
    assertEquals(2L, blocked.order().sequence(), "its place");
    assertNull(Requests.items(s, request).get(0).outcome(), "nothing is written down");
    s.unchanged(before, later);
    Requests.becomes(s, request, 1, ReplayOutcome.SCHEDULED);
    assertEquals(ReplayOutcome.BLOCKED, Requests.run(s, request, 0).item().outcome(), "still");
    Expect.done(s.store().succeed(s.claimOnlyDue().claim()));
    Requests.becomes(s, request, 0, ReplayOutcome.SCHEDULED);
  }

  @Rule(
      id = "REPLAY_ITEM-7",
      text = "BLOCKED and FAILED can be written down, are audited, and are tried again.",
      lookAt = "the outcomes that replay-item-outcome overwrites")
  default void passingOutcomesAreTriedAgain(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ReplayRequest request = Requests.approved(s, key);
    for (ReplayOutcome outcome : List.of(ReplayOutcome.BLOCKED, ReplayOutcome.FAILED)) {
      ReplayItem item = Requests.items(s, request).get(0).with(outcome, "for now");
      assertEquals(
          item,
          s.store()
              .recordReplayItem(Tenant.DEFAULT, request.id(), item, Requests.RUNNER)
              .orElseThrow(),
          "what is written");
      assertEquals(List.of(item), Requests.items(s, request), "what is written down");
      assertEquals(
          List.of(item),
          s.store().replayItems(Tenant.DEFAULT, request.id(), Which.OPEN, 0, 10),
          "it is open");
    }
    assertEquals(
        List.of("REPLAY_ITEM", "REPLAY_ITEM"),
        s.store().audit(key).stream().map(AuditEntry::action).toList(),
        "the audit");
    Requests.becomes(s, request, 0, ReplayOutcome.SCHEDULED);
  }

  @Rule(
      id = "REPLAY_ITEM-8",
      text = "A request is finished when all its rows have an outcome that stays, and not before.",
      lookAt = "what endReplay counts")
  default void finishedWhenNothingIsOpen(Scenario s) {
    ReplayRequest request = Requests.approved(s, s.dead("e1"), s.dead("e2"));
    assertEquals(
        request,
        Requests.done(s.store().beginReplay(Tenant.DEFAULT, request.id(), RUN)),
        "a begin changes nothing");
    Requests.becomes(s, request, 0, ReplayOutcome.SCHEDULED);
    ReplayItem failed = Requests.items(s, request).get(1).with(ReplayOutcome.FAILED, "no store");
    s.store().recordReplayItem(Tenant.DEFAULT, request.id(), failed, Requests.RUNNER);
    assertEquals(
        State.APPROVED,
        Requests.done(s.store().endReplay(Tenant.DEFAULT, request.id(), RUN)).state(),
        "one row is open");
    assertEquals(
        new Progress(0, Map.of(ReplayOutcome.SCHEDULED, 1, ReplayOutcome.FAILED, 1)),
        s.store().replayProgress(Tenant.DEFAULT, request.id()),
        "progress");
    Requests.becomes(s, request, 1, ReplayOutcome.SCHEDULED);
    ReplayRequest over = Requests.done(s.store().endReplay(Tenant.DEFAULT, request.id(), RUN));
    assertEquals(State.FINISHED, over.state(), "state");
    assertNotNull(over.finishedAt(), "when");
    assertEquals(Requests.APPROVER, over.decidedBy(), "who decided");
    Requests.refused(Reason.WRONG_STATE, s.store().beginReplay(Tenant.DEFAULT, request.id(), RUN));
    Requests.refused(
        Reason.WRONG_STATE,
        s.store()
            .decideReplay(
                Tenant.DEFAULT, request.id(), Requests.approval(Requests.APPROVER, request)));
  }

  @Rule(
      id = "REPLAY_ITEM-9",
      text = "Rows are in flight from being scheduled until they are settled or dead again.",
      lookAt = "the states in replay-items-in-flight")
  default void inFlightUntilSettled(Scenario s) {
    ReplayRequest request = Requests.approved(s, s.dead("e1"), s.dead("e2"), s.dead("e3"));
    assertEquals(List.of(), flying(s, request), "before");
    Requests.becomes(s, request, 0, ReplayOutcome.SCHEDULED);
    Requests.becomes(s, request, 1, ReplayOutcome.SCHEDULED);
    assertEquals(List.of(0, 1), flying(s, request), "scheduled");
    List<DueClaim> due = s.claimDue(10);
    assertEquals(List.of(0, 1), flying(s, request), "running");
    Claim first = claimOf(due, "e1");
    Expect.done(s.store().succeed(first));
    assertEquals(List.of(1), flying(s, request), "one has succeeded");
    Claim second = claimOf(due, "e2");
    Expect.done(
        s.store()
            .scheduleRetry(
                second, s.failure(ErrorClass.RETRYABLE), s.content("e2"), Duration.ZERO));
    assertEquals(List.of(1), flying(s, request), "one is tried again");
    Expect.done(
        s.store()
            .deadLetter(s.claimOnlyDue().claim(), s.failure(ErrorClass.POISON), s.content("e2")));
    assertEquals(List.of(), flying(s, request), "one is dead again");
  }

  private static Claim claimOf(List<DueClaim> due, String event) {
    return due.stream()
        .map(DueClaim::claim)
        .filter(claim -> claim.key().eventId().equals(event))
        .findFirst()
        .orElseThrow();
  }

  private static List<Integer> flying(Scenario s, ReplayRequest request) {
    return s.store().replayItems(Tenant.DEFAULT, request.id(), Which.IN_FLIGHT, 0, 100).stream()
        .map(ReplayItem::position)
        .toList();
  }

  @Rule(
      id = "REPLAY_ITEM-10",
      text = "A preview says what a run would do now, and writes nothing.",
      lookAt = "replay-preview")
  default void previewWritesNothing(Scenario s) {
    ConsumptionKey good = s.dead("good");
    ConsumptionKey changed = s.dead("changed");
    Claim cut = s.claim(s.truncated("cut"));
    Expect.done(
        s.store().deadLetter(cut, s.failure(ErrorClass.POISON), s.truncated("cut").content()));
    ConsumptionKey later = s.key("later");
    Expect.recorded(
        Commit.DONE,
        s.store()
            .recordTerminal(
                Aggregates.placed(s, later, Aggregates.FIRST, 2L), s.failure(ErrorClass.POISON)));
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ReplayRequest request = Requests.asked(s, good, changed, cut.key(), later, head);
    Expect.done(s.store().resolve(changed, s.version(changed), s.action()));
    Picture before = s.picture(good);
    Run dry = new Run(Requests.RUNNER, true, "to see");
    assertEquals(
        request,
        Requests.done(s.store().beginReplay(Tenant.DEFAULT, request.id(), dry)),
        "a dry run may begin before the approval");
    assertEquals(
        List.of(
            ReplayOutcome.SCHEDULED,
            ReplayOutcome.CHANGED,
            ReplayOutcome.REFUSED,
            ReplayOutcome.BLOCKED,
            ReplayOutcome.SCHEDULED),
        s.store().previewReplay(Tenant.DEFAULT, request.id(), 0, 10).stream()
            .map(ReplayItem::outcome)
            .toList(),
        "what would become of each");
    assertEquals(
        1, s.store().previewReplay(Tenant.DEFAULT, request.id(), 4, 10).size(), "the last page");
    assertEquals(5, s.store().replayProgress(Tenant.DEFAULT, request.id()).untried(), "untried");
    assertEquals(request, Requests.now(s, request), "nothing of the request changed");
    s.unchanged(before, good);
  }
}
