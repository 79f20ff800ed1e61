package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Headers;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.AuditRecord;
import io.consumptionledger.operations.AuditTrail;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Page;
import io.consumptionledger.spi.QuarantinedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What people did can be told afterwards. */
public interface AuditRules extends StoreRules {
  private static AuditTrail trail(Scenario s) {
    return Operations.on(s.store()).build().audit();
  }

  private static List<String> actions(Page<AuditRecord> page) {
    return page.items().stream().map(AuditRecord::action).toList();
  }

  @Rule(
      id = "AUDIT-1",
      text =
          "The audit tells every action and look of a tenant, the newest first: who, why and on what.",
      lookAt = "append-audit in every verb of operators, and audit-log")
  default void auditTellsTheStory(Scenario s) {
    ConsumptionKey one = s.dead("one");
    ConsumptionKey two = s.dead("two");
    ConsumptionKey three = s.dead("three");
    QuarantinedMessage message =
        new QuarantinedMessage(
            Tenant.DEFAULT,
            s.handler(),
            Metadata.NONE,
            Headers.none(),
            null,
            Payload.of(new byte[] {1}),
            s.failure(ErrorClass.POISON));
    s.store().quarantine(message);
    s.store().pause(Tenant.DEFAULT, s.handler(), s.action(), Duration.ofHours(1));
    s.store().lookAtContent(one, s.action());
    Expect.done(s.store().resolve(one, s.version(one), s.action()));
    Expect.done(s.store().discard(two, s.version(two), s.action()));
    Expect.done(s.store().authorizeReplay(three, s.version(three), s.approval()));
    s.store().lookAtQuarantined(Tenant.DEFAULT, message.id(), s.action());
    s.store().resolveQuarantined(Tenant.DEFAULT, message.id(), s.action());
    s.store().resume(Tenant.DEFAULT, s.handler(), s.action());
    Page<AuditRecord> page = trail(s).list(Tenant.DEFAULT, null, null, null, 100);
    assertEquals(
        List.of(
            "RESUME",
            "RESOLVE_QUARANTINED",
            "LOOK_QUARANTINED",
            "AUTHORIZE_REPLAY",
            "DISCARD",
            "RESOLVE",
            "LOOK",
            "PAUSE"),
        actions(page),
        "the story, backwards");
    assertNull(page.next(), "all of it");
    AuditRecord resolved = page.items().get(5);
    assertEquals(one, resolved.key().orElseThrow(), "the resolved row");
    assertEquals("olga", resolved.actor(), "who resolved it");
    assertEquals("looked into it", resolved.reason(), "why");
    assertTrue(resolved.detail().contains("it did not work"), "its error: " + resolved.detail());
    AuditRecord replayed = page.items().get(3);
    assertEquals("rita", replayed.actor(), "who asked");
    assertEquals("albert", replayed.secondActor(), "who agreed");
    AuditRecord paused = page.items().get(7);
    assertEquals(s.handler(), paused.handlerId(), "the paused handler");
    assertTrue(paused.key().isEmpty(), "it is no row");
    assertEquals("for PT1H", paused.detail(), "for how long");
    assertEquals(message.id(), page.items().get(1).quarantineId(), "the resolved message");
  }

  @Rule(
      id = "AUDIT-2",
      text =
          "Windows of the audit are half-open, and its pages are the whole, also while it grows.",
      lookAt = "the comparisons of time and where a page begins in audit-log")
  default void windowsAndPages(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    for (int i = 0; i < 7; i++) {
      s.store().lookAtContent(key, s.action());
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    AuditTrail trail = trail(s);
    List<AuditRecord> all = trail.list(Tenant.DEFAULT, null, null, null, 100).items();
    Instant second = all.get(5).at();
    Instant fourth = all.get(3).at();
    assertEquals(
        all.subList(4, 6),
        trail.list(Tenant.DEFAULT, second, fourth, null, 100).items(),
        "from the second, before the fourth");
    assertEquals(
        all.subList(0, 4), trail.list(Tenant.DEFAULT, fourth, null, null, 100).items(), "from");
    assertEquals(
        all.subList(6, 7), trail.list(Tenant.DEFAULT, null, second, null, 100).items(), "before");
    List<AuditRecord> turned = new ArrayList<>();
    String next = null;
    do {
      Page<AuditRecord> page = trail.list(Tenant.DEFAULT, null, null, next, 2);
      turned.addAll(page.items());
      next = page.next();
      s.store().lookAtContent(key, s.action());
    } while (next != null && turned.size() < 100);
    assertEquals(all, turned, "page by page");
  }

  @Rule(
      id = "AUDIT-3",
      text = "The audit of a row is that row's alone, page by page, and outlives the row.",
      lookAt = "the key in audit-log-of, and what purging deletes")
  default void auditOfARow(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    ConsumptionKey other = s.dead("E1");
    for (int i = 0; i < 3; i++) {
      s.store().lookAtContent(key, s.action());
      s.store().lookAtContent(other, s.action());
    }
    Expect.done(s.store().discard(key, s.version(key), s.action()));
    s.fixture().elapse(Duration.ofDays(2));
    s.store()
        .purge(
            Tenant.DEFAULT,
            s.handler(),
            Set.of(ConsumptionState.DISCARDED),
            Duration.ofDays(1),
            null,
            100);
    assertTrue(s.store().get(key).isEmpty(), "the row is gone");
    Page<AuditRecord> first = trail(s).ofRow(Tenant.DEFAULT, key, null, 2);
    assertEquals(List.of("DISCARD", "LOOK"), actions(first), "the first page");
    Page<AuditRecord> second = trail(s).ofRow(Tenant.DEFAULT, key, first.next(), 2);
    assertEquals(List.of("LOOK", "LOOK"), actions(second), "the second page");
    assertNull(second.next(), "there is no third");
  }

  @Rule(
      id = "AUDIT-4",
      text = "Another tenant's audit is not there, by time, by row or by a page's token.",
      lookAt = "tenant_id in audit-log and audit-log-of")
  default void otherTenantsAuditIsNotThere(Scenario s) {
    Tenant other = new Tenant("other");
    ConsumptionKey theirs = s.claim(s.full(s.key(other, "e1"))).key();
    ConsumptionKey mine = s.claim(s.full(s.key("e1"))).key();
    for (int i = 0; i < 2; i++) {
      s.store().lookAtContent(mine, s.action());
      s.store().lookAtContent(theirs, s.action());
    }
    AuditTrail trail = trail(s);
    Page<AuditRecord> page = trail.list(Tenant.DEFAULT, null, null, null, 100);
    assertEquals(2, page.items().size(), "my own");
    assertTrue(
        page.items().stream().allMatch(line -> line.tenant().equals(Tenant.DEFAULT)), "all mine");
    assertEquals(List.of(), trail.ofRow(Tenant.DEFAULT, theirs, null, 9).items(), "by their key");
    String token = trail.list(other, null, null, null, 1).next();
    assertTrue(
        trail.list(Tenant.DEFAULT, null, null, token, 9).items().stream()
            .allMatch(line -> line.tenant().equals(Tenant.DEFAULT)),
        "by their token");
    assertThrows(InvalidFieldException.class, () -> trail.list(Tenant.DEFAULT, null, null, "?", 9));
    assertThrows(NullPointerException.class, () -> trail.list(null, null, null, null, 9));
    assertThrows(
        InvalidFieldException.class, () -> trail.list(Tenant.DEFAULT, null, null, null, 0));
  }
}
