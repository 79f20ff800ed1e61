package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.Row;
import java.util.List;

/** RESOLVE: a dead letter is closed by hand as done. */
public interface ResolveRules extends StoreRules {
  @Rule(
      id = "RESOLVE-1",
      text = "The dead letter becomes SUCCEEDED with who and why; error and content are cleared.",
      lookAt = "the SET clause of resolve")
  default void deadLetterIsResolved(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Row before = s.row(key);
    Expect.done(s.store().resolve(key, before.summary().rowVersion(), s.action()));
    Row row = s.row(key);
    assertEquals(ConsumptionState.SUCCEEDED, row.summary().state(), "state");
    assertEquals("olga", row.closedBy(), "closed by");
    assertEquals("looked into it", row.closedReason(), "reason");
    assertNull(row.failure(), "error");
    assertTrue(s.store().content(key).isEmpty(), "content");
    assertNull(row.deadSince(), "it is no dead letter any more");
    assertNotEquals(before.summary().token(), row.summary().token(), "the token is replaced");
    assertEquals(before.summary().rowVersion() + 1, row.summary().rowVersion(), "row version");
    assertEquals(before.summary().payloadHash(), row.summary().payloadHash(), "payload hash");
  }

  @Rule(
      id = "RESOLVE-2",
      text = "A stale version is refused, and nothing changes, not even the audit.",
      lookAt = "row_version in the WHERE clause of resolve, and when the audit is written")
  default void staleResolveIsRefused(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Picture before = s.picture(key);
    Expect.refused(
        Transition.RESOLVE,
        ConsumptionState.DEAD_LETTER,
        s.store().resolve(key, s.version(key) - 1, s.action()));
    s.unchanged(before, key);
  }

  @Rule(
      id = "RESOLVE-3",
      text = "The audit keeps who, why, when, and the error that the row loses.",
      lookAt = "the audit that is written with resolve; its detail")
  default void resolveIsAudited(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Expect.done(s.store().resolve(key, s.version(key), s.action()));
    List<AuditEntry> audit = s.store().audit(key);
    assertEquals(1, audit.size(), "the number of entries");
    AuditEntry entry = audit.get(0);
    assertEquals("RESOLVE", entry.action(), "action");
    assertEquals("olga", entry.actor(), "actor");
    assertNull(entry.secondActor(), "second actor");
    assertEquals("looked into it", entry.reason(), "reason");
    assertNotNull(entry.detail(), "the error is kept in the detail");
    for (String part : List.of("POISON", "IllegalStateException", "E42", "it did not work")) {
      assertTrue(entry.detail().contains(part), part + " is missing in: " + entry.detail());
    }
  }
}
