package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.RowFilter;
import io.consumptionledger.Sha256;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;
import io.consumptionledger.spi.ReplayItem;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequest.State;
import io.consumptionledger.spi.ReplayRequestVerbs.Decision;
import io.consumptionledger.spi.ReplayRequestVerbs.LeftOut;
import io.consumptionledger.spi.ReplayRequestVerbs.NewRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Reason;
import io.consumptionledger.spi.ReplayRequestVerbs.Requested;
import io.consumptionledger.spi.ReplayRequestVerbs.Run;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.ReplaySelection;
import io.consumptionledger.spi.ReplaySelection.Matching;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Replays that are asked for and approved: bound to exactly the rows that were selected. */
public interface ReplayRequestRules extends StoreRules {
  /** Somebody else. */
  Tenant OTHER = new Tenant("other");

  private static ConsumptionKey dead(Scenario s, String event, Failure failure, String type) {
    Delivery delivery = s.delivery(event).eventType(type).aggregate("order", "o-" + event).build();
    Claim claim = s.claim(NewRow.of(delivery, null));
    Expect.done(s.store().deadLetter(claim, failure, Content.of(delivery, Scenario.MAX_BYTES)));
    return claim.key();
  }

  private static List<ConsumptionKey> selected(Scenario s, RowFilter filter) {
    return Requests.ask(s, new Matching(filter), 100)
        .request()
        .map(r -> Requests.items(s, r).stream().map(item -> item.row().key()).toList())
        .orElse(List.of());
  }

  @Rule(
      id = "REPLAY_REQUEST-1",
      text =
          "A request freezes keys, versions, count and hash of what it selects; rows stay as is.",
      lookAt = "what requestReplay selects, its order, and the hash that it stores")
  default void selectionIsFrozen(Scenario s) {
    ConsumptionKey first = s.dead("e1");
    ConsumptionKey second = s.dead("e2");
    s.succeeded("e3");
    s.scheduled("e4", Duration.ZERO);
    Picture before = s.picture(first);
    Requested requested = Requests.ask(s, Matching.of(s.handler()), 100);
    ReplayRequest request = requested.request().orElseThrow();
    List<RowVersion> rows =
        List.of(new RowVersion(first, s.version(first)), new RowVersion(second, s.version(second)));
    assertEquals(State.REQUESTED, request.state(), "state");
    assertEquals(2, request.count(), "count");
    assertEquals(SelectionHash.of(Tenant.DEFAULT, rows), request.hash(), "hash");
    assertEquals(Requests.REQUESTER, request.requester(), "requester");
    assertEquals("cause is fixed", request.reason(), "reason");
    assertEquals("handler " + s.handler(), request.selection(), "selection");
    assertNotNull(request.requestedAt(), "when");
    assertNull(request.decidedBy(), "nobody has decided");
    assertEquals(false, requested.hasMore(), "no more match");
    assertEquals(
        rows, Requests.items(s, request).stream().map(ReplayItem::row).toList(), "its rows");
    assertEquals(request, Requests.now(s, request), "what is stored");
    s.unchanged(before, first);
  }

  @Rule(
      id = "REPLAY_REQUEST-2",
      text =
          "Each part of a filter narrows the selection; times include their start, not their end.",
      lookAt = "the WHERE clause of replay-select")
  default void filterNarrows(Scenario s) {
    Failure timeout = s.failure(ErrorClass.RETRYABLE, "timed out");
    Failure poison =
        Failure.of(ErrorClass.POISON, "java.lang.IllegalStateException", "E7", "cannot be read");
    ConsumptionKey one = dead(s, "e1", timeout, "order.placed");
    ConsumptionKey two = dead(s, "e2", poison, "order.paid");
    Instant from = s.row(one).receivedAt();
    Instant before = s.row(two).receivedAt();
    RowFilter all = RowFilter.in(ConsumptionState.DEAD_LETTER).ofHandler(s.handler());
    assertEquals(List.of(one, two), selected(s, all), "all, the first received first");
    assertEquals(List.of(one), selected(s, all.withErrorClass(ErrorClass.RETRYABLE)), "class");
    assertEquals(List.of(two), selected(s, all.withErrorCode("E7")), "code");
    assertEquals(
        List.of(two), selected(s, all.withFingerprint(poison.fingerprint())), "fingerprint");
    assertEquals(List.of(two), selected(s, all.ofEventType("order.paid")), "event type");
    assertEquals(List.of(one), selected(s, all.ofAggregate("order", "o-e1")), "aggregate");
    assertEquals(List.of(one), selected(s, all.received(from, before)), "window");
    assertEquals(List.of(two), selected(s, all.received(before, null)), "later");
    assertEquals(
        List.of(), selected(s, all.withErrorClass(ErrorClass.CONFLICT)), "nothing matches");
    assertEquals(List.of(), selected(s, all.ofHandler("another.handler")), "another handler");
  }

  @Rule(
      id = "REPLAY_REQUEST-3",
      text = "A request holds no more rows than its limit, and says that more match.",
      lookAt = "the limit of replay-select, which must be one more than asked")
  default void limitIsTold(Scenario s) {
    ConsumptionKey first = s.dead("e1");
    ConsumptionKey second = s.dead("e2");
    s.dead("e3");
    Requested some = Requests.ask(s, Matching.of(s.handler()), 2);
    assertTrue(some.hasMore(), "more match");
    assertEquals(2, some.request().orElseThrow().count(), "count");
    assertEquals(
        List.of(first, second),
        Requests.items(s, some.request().orElseThrow()).stream()
            .map(item -> item.row().key())
            .toList(),
        "those that were received first");
    assertEquals(
        false, Requests.ask(s, Matching.of(s.handler()), 3).hasMore(), "three are all there are");
  }

  @Rule(
      id = "REPLAY_REQUEST-4",
      text =
          "Named rows keep their order; who is no dead letter, or has changed, is named as left out.",
      lookAt = "what requestReplay compares named rows with")
  default void namedRowsAreChecked(Scenario s) {
    ConsumptionKey last = s.dead("z");
    ConsumptionKey first = s.dead("a");
    ConsumptionKey done = s.succeeded("done");
    RowVersion gone = RowVersion.now(s.key("gone"));
    RowVersion changed = new RowVersion(s.dead("changed"), 77);
    RowVersion theirs = RowVersion.now(s.key(OTHER, "theirs"));
    Requested requested =
        Requests.ask(
            s,
            new ReplaySelection.Rows(
                List.of(
                    new RowVersion(last, s.version(last)),
                    gone,
                    RowVersion.now(done),
                    changed,
                    theirs,
                    RowVersion.now(first),
                    RowVersion.now(last))),
            100);
    assertEquals(
        List.of(last, first),
        Requests.items(s, requested.request().orElseThrow()).stream()
            .map(item -> item.row().key())
            .toList(),
        "the rows in the order of their names");
    assertEquals(
        List.of(gone, RowVersion.now(done), changed, theirs, RowVersion.now(last)),
        requested.leftOut().stream().map(LeftOut::row).toList(),
        "left out");
    assertEquals(
        List.of("is not there", "is not there"),
        List.of(requested.leftOut().get(0).why(), requested.leftOut().get(3).why()),
        "another tenant's row is as one that is not there");
  }

  @Rule(
      id = "REPLAY_REQUEST-5",
      text = "Where nothing is selected no request is made.",
      lookAt = "requestReplay with an empty selection")
  default void nothingSelectedIsNoRequest(Scenario s) {
    assertTrue(Requests.ask(s, Matching.of(s.handler()), 10).request().isEmpty(), "no request");
    assertEquals(List.of(), s.store().replayRequests(Tenant.DEFAULT, 10), "requests");
  }

  @Rule(
      id = "REPLAY_REQUEST-6",
      text = "An approval that names another selection than the request is bound to is refused.",
      lookAt = "selection_sha256 in the WHERE clause of replay-request-move")
  default void approvalNamesTheSelection(Scenario s) {
    ReplayRequest request = Requests.asked(s, s.dead("e1"));
    Decision other =
        new Decision(
            Verdict.APPROVE,
            new OperatorAction(Requests.APPROVER, "looks right"),
            Sha256.of(new byte[] {1}),
            true);
    Requests.refused(
        Reason.OTHER_SELECTION, s.store().decideReplay(Tenant.DEFAULT, request.id(), other));
    assertEquals(request, Requests.now(s, request), "nothing of the request changed");
    ReplayRequest approved =
        Requests.done(
            s.store()
                .decideReplay(
                    Tenant.DEFAULT, request.id(), Requests.approval(Requests.APPROVER, request)));
    assertEquals(State.APPROVED, approved.state(), "state");
    assertEquals(Requests.APPROVER, approved.decidedBy(), "approver");
    assertNotNull(approved.decidedAt(), "when");
    assertNull(approved.finishedAt(), "it is not over");
    assertEquals(approved, Requests.now(s, request), "what is stored");
  }

  @Rule(
      id = "REPLAY_REQUEST-7",
      text = "Who asks cannot approve, whatever the case and blanks of the name.",
      lookAt = "how decideReplay compares requester and approver")
  default void requesterCannotApprove(Scenario s) {
    ReplayRequest request = Requests.asked(s, s.dead("e1"));
    for (String same : List.of("rita", "RITA", " Rita ", "rita\u2003")) {
      Requests.refused(
          Reason.SAME_PERSON,
          s.store().decideReplay(Tenant.DEFAULT, request.id(), Requests.approval(same, request)));
    }
    assertEquals(request, Requests.now(s, request), "nothing of the request changed");
  }

  @Rule(
      id = "REPLAY_REQUEST-8",
      text =
          "One person is enough only where request and decision both say so; the audit tells it.",
      lookAt = "two_people of the request, its constraint, and the people of ReplayApproval")
  default void onePersonWhereTheRequestSaysSo(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    OperatorAction rita = new OperatorAction(Requests.REQUESTER, "cause is fixed");
    ReplayRequest request =
        s.store()
            .requestReplay(
                new NewRequest(
                    Tenant.DEFAULT, UUID.randomUUID(), Matching.of(s.handler()), rita, 10, false))
            .request()
            .orElseThrow();
    assertEquals(false, request.twoPeople(), "one person is enough");
    Decision strict = new Decision(Verdict.APPROVE, rita, request.hash(), true);
    Requests.refused(
        Reason.SAME_PERSON, s.store().decideReplay(Tenant.DEFAULT, request.id(), strict));
    Decision lenient = new Decision(Verdict.APPROVE, rita, request.hash(), false);
    Requests.done(s.store().decideReplay(Tenant.DEFAULT, request.id(), lenient));
    Requests.run(s, request, 0);
    assertEquals(1, s.row(key).replayGeneration(), "generation");
    String detail = s.store().audit(key).get(0).detail();
    assertTrue(detail.contains("one person is enough"), detail);

    ReplayRequest two = Requests.asked(s, s.dead("e2"));
    Requests.refused(
        Reason.SAME_PERSON,
        s.store()
            .decideReplay(
                Tenant.DEFAULT, two.id(), new Decision(Verdict.APPROVE, rita, two.hash(), false)));
  }

  @Rule(
      id = "REPLAY_REQUEST-9",
      text = "A request is decided once; it can be taken back also after its approval.",
      lookAt = "the states from which decideReplay starts")
  default void decidedOnce(Scenario s) {
    ReplayRequest rejected = Requests.asked(s, s.dead("e1"));
    ReplayRequest approved = Requests.approved(s, s.dead("e2"));
    ReplayRequest over =
        Requests.done(
            s.store()
                .decideReplay(
                    Tenant.DEFAULT,
                    rejected.id(),
                    Requests.no(Verdict.REJECT, Requests.REQUESTER)));
    assertEquals(State.REJECTED, over.state(), "state");
    assertNotNull(over.finishedAt(), "it is over");
    for (ReplayRequest decided : List.of(rejected, approved)) {
      Requests.refused(
          Reason.WRONG_STATE,
          s.store()
              .decideReplay(
                  Tenant.DEFAULT, decided.id(), Requests.approval(Requests.APPROVER, decided)));
      Requests.refused(
          Reason.WRONG_STATE,
          s.store()
              .decideReplay(Tenant.DEFAULT, decided.id(), Requests.no(Verdict.REJECT, "ruth")));
    }
    ReplayRequest cancelled =
        Requests.done(
            s.store()
                .decideReplay(Tenant.DEFAULT, approved.id(), Requests.no(Verdict.CANCEL, "carl")));
    assertEquals(State.CANCELLED, cancelled.state(), "state");
    assertEquals(Requests.APPROVER, cancelled.decidedBy(), "who decided first");
    assertTrue(
        s.store().replayItem(Tenant.DEFAULT, approved.id(), 0, Requests.RUNNER).isEmpty(),
        "what was taken back does not run");
    Requests.refused(
        Reason.WRONG_STATE,
        s.store().decideReplay(Tenant.DEFAULT, approved.id(), Requests.no(Verdict.CANCEL, "carl")));
  }

  @Rule(
      id = "REPLAY_REQUEST-10",
      text = "Another tenant's request is not there, whatever is tried with its id.",
      lookAt = "tenant_id in every statement about replay requests")
  default void anotherTenantsRequestIsNotFound(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ReplayRequest request = Requests.approved(s, key);
    Picture before = s.picture(key);
    UUID id = request.id();
    Run run = new Run(Requests.RUNNER, false, "all at once");
    Run dry = new Run(Requests.RUNNER, true, "to see");
    Requests.refused(
        Reason.NOT_FOUND,
        s.store().decideReplay(OTHER, id, Requests.approval(Requests.APPROVER, request)));
    Requests.refused(
        Reason.NOT_FOUND, s.store().decideReplay(OTHER, id, Requests.no(Verdict.CANCEL, "carl")));
    Requests.refused(Reason.NOT_FOUND, s.store().beginReplay(OTHER, id, run));
    Requests.refused(Reason.NOT_FOUND, s.store().beginReplay(OTHER, id, dry));
    Requests.refused(Reason.NOT_FOUND, s.store().endReplay(OTHER, id, run));
    assertTrue(s.store().replayItem(OTHER, id, 0, Requests.RUNNER).isEmpty(), "item");
    assertTrue(s.store().replayRequest(OTHER, id).isEmpty(), "request");
    assertEquals(List.of(), s.store().replayRequests(OTHER, 10), "requests");
    assertEquals(List.of(), s.store().replayItems(OTHER, id, Which.ALL, 0, 10), "items");
    assertEquals(List.of(), s.store().previewReplay(OTHER, id, 0, 10), "preview");
    assertEquals(0, s.store().replayProgress(OTHER, id).open(), "progress");
    assertEquals(request, Requests.now(s, request), "nothing of the request changed");
    s.unchanged(before, key);
  }

  @Rule(
      id = "REPLAY_REQUEST-11",
      text = "Requests are listed newest first, rows of a request in their order, page by page.",
      lookAt = "the order of replay-requests and replay-items")
  default void listsAreInOrder(Scenario s) {
    ConsumptionKey[] keys = {s.dead("e3"), s.dead("e1"), s.dead("e2")};
    ReplayRequest first = Requests.asked(s, keys);
    ReplayRequest second = Requests.asked(s, keys[0]);
    assertEquals(
        List.of(second.id(), first.id()),
        s.store().replayRequests(Tenant.DEFAULT, 10).stream().map(ReplayRequest::id).toList(),
        "requests");
    assertEquals(1, s.store().replayRequests(Tenant.DEFAULT, 1).size(), "limit");
    List<ReplayItem> all = Requests.items(s, first);
    assertEquals(
        List.of(keys), all.stream().map(item -> item.row().key()).toList(), "rows in order");
    assertEquals(
        all.subList(1, 2),
        s.store().replayItems(Tenant.DEFAULT, first.id(), Which.ALL, 1, 1),
        "a page");
  }

  @Rule(
      id = "REPLAY_REQUEST-12",
      text =
          "A request of more rows than travel in one statement is bound to all of them, in order.",
      lookAt = "how rows are bound to a request, and read again, in chunks")
  default void manyRowsAreBound(Scenario s) {
    int rows = 1_001;
    for (int i = 0; i < rows; i++) {
      Expect.recorded(
          Commit.DONE, s.store().recordTerminal(s.full("e" + i), s.failure(ErrorClass.POISON)));
    }
    Requested filtered = Requests.ask(s, Matching.of(s.handler()), rows);
    ReplayRequest request = filtered.request().orElseThrow();
    assertEquals(rows, request.count(), "count");
    assertEquals(false, filtered.hasMore(), "no more match");
    List<RowVersion> bound = new ArrayList<>();
    Requests.items(s, request).forEach(item -> bound.add(item.row()));
    s.store()
        .replayItems(Tenant.DEFAULT, request.id(), Which.ALL, 1_000, 10)
        .forEach(item -> bound.add(item.row()));
    assertEquals(request.hash(), SelectionHash.of(Tenant.DEFAULT, bound), "hash of its rows");
    Requested named = Requests.ask(s, new ReplaySelection.Rows(bound), rows);
    assertEquals(List.of(), named.leftOut(), "left out");
    assertEquals(request.hash(), named.request().orElseThrow().hash(), "hash of the same, named");
    Requests.done(
        s.store()
            .decideReplay(
                Tenant.DEFAULT, request.id(), Requests.approval(Requests.APPROVER, request)));
    Requests.done(
        s.store()
            .beginReplay(
                Tenant.DEFAULT, request.id(), new Run(Requests.RUNNER, false, "all at once")));
  }
}
