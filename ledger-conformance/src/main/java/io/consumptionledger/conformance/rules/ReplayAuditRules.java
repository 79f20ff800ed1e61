package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.ReplayOptions;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.spi.AuditVerbs.AuditLine;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.ReplayOutcome;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Run;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.ReplaySelection.Matching;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

/** What replays leave behind in the audit, and that nothing happens without it. */
public interface ReplayAuditRules extends StoreRules {
  /** A run. */
  Run RUN = new Run(Requests.RUNNER, false, "all at once");

  private static List<AuditLine> oldestFirst(Scenario s) {
    List<AuditLine> lines =
        new ArrayList<>(s.store().auditLog(Tenant.DEFAULT, null, null, null, 100));
    Collections.reverse(lines);
    return lines;
  }

  @Rule(
      id = "REPLAY_AUDIT-1",
      text = "The audit tells who asked, approved, ran and ended what, with reason, time and hash.",
      lookAt = "what is appended with each verb of replay requests")
  default void wholeStoryIsTold(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Replays replays = Operations.on(s.store()).build().replays();
    ReplayRequest request =
        replays
            .request(
                Tenant.DEFAULT,
                new Operator("rita"),
                Matching.of(s.handler()),
                "cause is fixed",
                10)
            .request()
            .orElseThrow();
    Operator olga = new Operator("olga");
    ReplayOptions dry = ReplayOptions.DEFAULT.asDryRun();
    replays.run(Tenant.DEFAULT, request.id(), olga, dry).execute();
    replays.approve(Tenant.DEFAULT, request.id(), new Operator("albert"), request.hash());
    replays.run(Tenant.DEFAULT, request.id(), olga, ReplayOptions.DEFAULT).execute();
    List<AuditLine> lines = oldestFirst(s);
    assertEquals(
        List.of(
            "REPLAY_REQUEST rita",
            "REPLAY_DRY_RUN olga",
            "REPLAY_APPROVE albert",
            "REPLAY_RUN olga",
            "AUTHORIZE_REPLAY rita",
            "REPLAY_END olga"),
        lines.stream().map(line -> line.action() + " " + line.actor()).toList(),
        "who did what");
    for (AuditLine line : lines) {
      assertEquals("cause is fixed", line.reason(), "reason of " + line.action());
      assertNotNull(line.at(), "time of " + line.action());
      assertTrue(line.detail().contains(request.id().toString()), line.detail());
      assertTrue(line.detail().contains(request.hash().hex()), line.detail());
      assertEquals(
          line.action().equals("AUTHORIZE_REPLAY") ? key.eventId() : null,
          line.eventId(),
          "the row of " + line.action());
    }
    assertTrue(lines.get(0).detail().contains("handler " + s.handler()), "the selection");
    assertTrue(lines.get(5).detail().contains("ended COMPLETE: scheduled 1"), "the end");
  }

  @Rule(
      id = "REPLAY_AUDIT-2",
      text = "Rejecting and taking back are audited with who and why.",
      lookAt = "what is appended with decideReplay")
  default void noIsTold(Scenario s) {
    ReplayRequest rejected = Requests.asked(s, s.dead("e1"));
    ReplayRequest cancelled = Requests.approved(s, s.dead("e2"));
    s.store().decideReplay(Tenant.DEFAULT, rejected.id(), Requests.no(Verdict.REJECT, "ruth"));
    s.store().decideReplay(Tenant.DEFAULT, cancelled.id(), Requests.no(Verdict.CANCEL, "carl"));
    List<AuditLine> lines = oldestFirst(s);
    assertEquals(
        List.of("REPLAY_REJECT ruth not like this", "REPLAY_CANCEL carl not like this"),
        lines.subList(3, 5).stream()
            .map(line -> line.action() + " " + line.actor() + " " + line.reason())
            .toList(),
        "who said no, and why");
  }

  @Rule(
      id = "REPLAY_AUDIT-3",
      text = "What is refused leaves no trace in the audit.",
      lookAt = "when decideReplay and beginReplay append to the audit")
  default void refusalsLeaveNoTrace(Scenario s) {
    ReplayRequest request = Requests.asked(s, s.dead("e1"));
    int before = oldestFirst(s).size();
    LedgerStore store = s.store();
    store.decideReplay(Tenant.DEFAULT, request.id(), Requests.approval("RITA", request));
    store.beginReplay(Tenant.DEFAULT, request.id(), RUN);
    store.endReplay(Tenant.DEFAULT, request.id(), RUN);
    store.replayItem(Tenant.DEFAULT, request.id(), 0, Requests.RUNNER);
    assertEquals(before, oldestFirst(s).size(), "the audit");
  }

  @Rule(
      id = "REPLAY_AUDIT-4",
      text =
          "If the audit cannot be written, nothing is asked, decided, begun, scheduled or ended.",
      lookAt = "that each verb appends to the audit in the transaction of its change",
      needs = Capability.BROKEN_AUDIT)
  default void nothingHappensWithoutTheAudit(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ReplayRequest asked = Requests.asked(s, key);
    ReplayRequest approved = Requests.approved(s, key);
    Picture before = s.picture(key);
    LedgerStore store = s.store();
    s.fixture()
        .withoutAudit(
            () -> {
              fails(() -> Requests.ask(s, Matching.of(s.handler()), 10));
              fails(
                  () ->
                      store.decideReplay(
                          Tenant.DEFAULT, asked.id(), Requests.approval(Requests.APPROVER, asked)));
              fails(
                  () ->
                      store.decideReplay(
                          Tenant.DEFAULT, approved.id(), Requests.no(Verdict.CANCEL, "carl")));
              fails(() -> store.beginReplay(Tenant.DEFAULT, approved.id(), RUN));
              fails(
                  () -> store.beginReplay(Tenant.DEFAULT, asked.id(), new Run("olga", true, "x")));
              fails(() -> Requests.run(s, approved, 0));
              fails(
                  () ->
                      store.recordReplayItem(
                          Tenant.DEFAULT,
                          approved.id(),
                          Requests.items(s, approved).get(0).with(ReplayOutcome.FAILED, "x"),
                          Requests.RUNNER));
              fails(() -> store.endReplay(Tenant.DEFAULT, approved.id(), RUN));
            });
    assertEquals(asked, Requests.now(s, asked), "the request that was asked for");
    assertEquals(approved, Requests.now(s, approved), "the approved request");
    assertEquals(2, store.replayRequests(Tenant.DEFAULT, 10).size(), "requests");
    assertEquals(1, store.replayProgress(Tenant.DEFAULT, approved.id()).untried(), "untried");
    s.unchanged(before, key);
  }

  @Rule(
      id = "CLOSE-4",
      text = "If the audit cannot be written, no dead letter is resolved, discarded or authorised.",
      lookAt = "that resolve, discard and authorize-replay are one transaction with their audit",
      needs = Capability.BROKEN_AUDIT)
  default void nothingIsClosedWithoutTheAudit(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Picture before = s.picture(key);
    long version = s.version(key);
    s.fixture()
        .withoutAudit(
            () -> {
              fails(() -> s.store().resolve(key, version, s.action()));
              fails(() -> s.store().discard(key, version, s.action()));
              fails(() -> s.store().authorizeReplay(key, version, s.approval()));
            });
    s.unchanged(before, key);
  }

  private static void fails(Executable call) {
    assertThrows(StoreException.class, call);
  }
}
