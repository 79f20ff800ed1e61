package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.StoreException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Requests;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.conformance.Together;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.PurgeReport;
import io.consumptionledger.operations.PurgeReport.End;
import io.consumptionledger.operations.PurgeReport.What;
import io.consumptionledger.operations.PurgeRun;
import io.consumptionledger.operations.Replays;
import io.consumptionledger.operations.Retention;
import io.consumptionledger.operations.RetentionPlan;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.QuarantinedMessage;
import io.consumptionledger.spi.ReplayRequest;
import io.consumptionledger.spi.ReplayRequestVerbs.Verdict;
import io.consumptionledger.spi.ReplayRequestVerbs.Which;
import io.consumptionledger.spi.RetentionVerbs.PurgedAside;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How long closed messages and ended requests are kept. */
public interface PurgeAsideRules extends StoreRules {
  /** How long the rules keep them. */
  Duration CLOSED_KEPT = Duration.ofDays(30);

  private static String kept(Scenario s, Tenant tenant, int body) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            tenant,
            s.handler(),
            Metadata.NONE,
            Headers.none(),
            null,
            Payload.of(new byte[] {(byte) body}),
            s.failure(ErrorClass.POISON));
    s.store().quarantine(message);
    return message.id();
  }

  private static String closed(Scenario s, Tenant tenant, int body) {
    String id = kept(s, tenant, body);
    assertTrue(s.store().discardQuarantined(tenant, id, s.action()), "it is open");
    return id;
  }

  private static boolean isKept(Scenario s, Tenant tenant, String id) {
    return s.store().quarantineEntry(tenant, id).isPresent();
  }

  private static ReplayRequest rejected(Scenario s, String event) {
    ReplayRequest request = Requests.asked(s, s.dead(event));
    return Requests.done(
        s.store()
            .decideReplay(
                Tenant.DEFAULT, request.id(), Requests.no(Verdict.REJECT, Requests.APPROVER)));
  }

  private static boolean isThere(Scenario s, ReplayRequest request) {
    return s.store().replayRequest(Tenant.DEFAULT, request.id()).isPresent();
  }

  private static long told(Scenario s, Tenant tenant, String action) {
    return s.store().auditLog(tenant, null, null, null, 100).stream()
        .filter(line -> line.action().equals(action))
        .count();
  }

  private static PurgeRun run(Scenario s, long most) {
    Retention retention = Operations.on(s.store()).build().retention();
    RetentionPlan plan =
        RetentionPlan.builder()
            .keepQuarantined(CLOSED_KEPT)
            .keepReplayRequests(CLOSED_KEPT)
            .batch(2)
            .pause(Duration.ofMillis(1))
            .mostPerPass(most)
            .build();
    return retention.purge(Tenant.DEFAULT, plan, new Operator("paula"), "nightly");
  }

  @Rule(
      id = "RETENTION-12",
      text =
          "Quarantined messages go when they were closed long enough ago, open ones never; and only"
              + " those of the tenant.",
      lookAt = "tenant, resolution and time in purge-quarantined")
  default void closedMessagesGo(Scenario s) {
    Tenant other = new Tenant("other");
    String open = kept(s, Tenant.DEFAULT, 1);
    String late = kept(s, Tenant.DEFAULT, 2);
    String old = closed(s, Tenant.DEFAULT, 3);
    String theirs = closed(s, other, 4);
    s.fixture().elapse(CLOSED_KEPT.plusMinutes(1));
    s.store().resolveQuarantined(Tenant.DEFAULT, late, s.action());
    assertEquals(
        new PurgedAside(1, false),
        s.store().purgeQuarantined(Tenant.DEFAULT, CLOSED_KEPT, 10, s.action()),
        "the number of deleted messages");
    assertFalse(isKept(s, Tenant.DEFAULT, old), "closed long ago");
    assertTrue(isKept(s, Tenant.DEFAULT, open), "open");
    assertTrue(isKept(s, Tenant.DEFAULT, late), "closed just now");
    assertTrue(isKept(s, other, theirs), "another tenant's");
    s.fixture().elapse(CLOSED_KEPT.plusMinutes(1));
    assertEquals(
        new PurgedAside(1, false),
        s.store().purgeQuarantined(Tenant.DEFAULT, CLOSED_KEPT, 10, s.action()),
        "later");
    assertTrue(isKept(s, Tenant.DEFAULT, open), "open");
    assertEquals(2, told(s, Tenant.DEFAULT, "PURGE_QUARANTINED"), "the audit");
  }

  @Rule(
      id = "RETENTION-13",
      text =
          "Replay requests go with their rows' outcomes when they ended long enough ago; one that waits"
              + " or may run never does.",
      lookAt = "tenant and time in purge-requests-pick, and purge-request-items")
  default void endedRequestsGo(Scenario s) {
    ReplayRequest waiting = Requests.asked(s, s.dead("e1"));
    ReplayRequest approved = Requests.approved(s, s.dead("e2"));
    ReplayRequest old = rejected(s, "e3");
    ReplayRequest late = Requests.asked(s, s.dead("e4"));
    s.fixture().elapse(CLOSED_KEPT.plusMinutes(1));
    Requests.done(
        s.store()
            .decideReplay(
                Tenant.DEFAULT, late.id(), Requests.no(Verdict.CANCEL, Requests.REQUESTER)));
    assertEquals(
        new PurgedAside(0, false),
        s.store().purgeReplayRequests(new Tenant("other"), CLOSED_KEPT, 10, s.action()),
        "another tenant's");
    assertEquals(
        new PurgedAside(1, false),
        s.store().purgeReplayRequests(Tenant.DEFAULT, CLOSED_KEPT, 10, s.action()),
        "the number of deleted requests");
    assertFalse(isThere(s, old), "ended long ago");
    assertEquals(
        List.of(),
        s.store().replayItems(Tenant.DEFAULT, old.id(), Which.ALL, 0, 10),
        "its rows' outcomes");
    for (ReplayRequest stays : List.of(waiting, approved, late)) {
      assertTrue(isThere(s, stays), "deleted: " + Requests.now(s, stays));
      assertEquals(1, Requests.items(s, stays).size(), "its rows");
    }
    assertEquals(1, told(s, Tenant.DEFAULT, "PURGE_REPLAY_REQUESTS"), "the audit");
    assertTrue(s.store().get(s.key("e3")).isPresent(), "the row itself");
  }

  @Rule(
      id = "RETENTION-14",
      text = "A pass deletes no more of closed messages and requests than it may, and goes on.",
      lookAt = "the limits of purge-quarantined and purge-requests-pick")
  default void passesAreBoundedHereToo(Scenario s) {
    for (int i = 0; i < 5; i++) {
      closed(s, Tenant.DEFAULT, i);
    }
    rejected(s, "e1");
    s.fixture().elapse(CLOSED_KEPT.plusMinutes(1));
    PurgeRun run = run(s, 3);
    PurgeReport first = run.pass();
    assertEquals(End.MOST_REACHED, first.end(), "first");
    assertEquals(3, first.deleted(), "first");
    assertEquals(3, run.pass().deleted(), "second");
    assertEquals(0, run(s, 100).pass().deleted(), "nothing is left");
    assertEquals(
        List.of(What.QUARANTINED_MESSAGES, What.REPLAY_REQUESTS),
        first.parts().stream().map(PurgeReport.Part::what).toList(),
        "parts");
  }

  @Rule(
      id = "PURGE_RACE-2",
      text = "Two purges of closed messages at once delete as many as one after the other.",
      lookAt = "what purge-quarantined does with messages that another purge is deleting")
  default void twoPurgesDeleteAsMany(Scenario s) {
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 10; i++) {
        closed(s, Tenant.DEFAULT, i);
      }
      s.fixture().elapse(CLOSED_KEPT.plusMinutes(1));
      List<PurgedAside> purged =
          Together.run(
              2,
              who -> {
                LedgerStore store = who == 0 ? s.store() : s.second();
                return store.purgeQuarantined(Tenant.DEFAULT, CLOSED_KEPT, 5, s.action());
              });
      assertEquals(10, purged.stream().mapToInt(PurgedAside::deleted).sum(), "" + purged);
    }
  }

  @Rule(
      id = "RETENTION-15",
      text = "Where the audit cannot be written no message and no request is deleted.",
      lookAt = "whether deletion and audit are one transaction",
      needs = Capability.BROKEN_AUDIT)
  default void noAuditNothingGoes(Scenario s) {
    String message = closed(s, Tenant.DEFAULT, 1);
    ReplayRequest request = rejected(s, "e1");
    s.fixture().elapse(CLOSED_KEPT.plusMinutes(1));
    s.fixture()
        .withoutAudit(
            () -> {
              assertThrows(
                  StoreException.class,
                  () -> s.store().purgeQuarantined(Tenant.DEFAULT, CLOSED_KEPT, 10, s.action()));
              assertThrows(
                  StoreException.class,
                  () -> s.store().purgeReplayRequests(Tenant.DEFAULT, CLOSED_KEPT, 10, s.action()));
            });
    assertTrue(isKept(s, Tenant.DEFAULT, message), "the message");
    assertTrue(isThere(s, request), "the request");
    assertEquals(1, Requests.items(s, request).size(), "its rows");
  }

  @Rule(
      id = "REPLAY_REQUEST-13",
      text = "Turning the pages of requests shows each once, whatever is asked for meanwhile.",
      lookAt = "the place at which a page of replay-requests begins")
  default void pagesOfRequestsAreStable(Scenario s) {
    List<ReplayRequest> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(0, Requests.asked(s, s.dead("e" + i)));
      s.fixture().elapse(Duration.ofSeconds(1));
    }
    Replays replays = Operations.on(s.store()).build().replays();
    List<ReplayRequest> seen = new ArrayList<>();
    String next = null;
    int pages = 0;
    do {
      Page<ReplayRequest> page = replays.list(Tenant.DEFAULT, next, 2);
      seen.addAll(page.items());
      next = page.next();
      Requests.asked(s, s.dead("new" + pages++));
    } while (next != null && pages < 10);
    assertEquals(
        made.stream().map(ReplayRequest::id).toList(),
        seen.stream().map(ReplayRequest::id).toList(),
        "newest first, each once");
  }
}
