package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.Row;
import java.util.List;

/** DISCARD: a dead letter is given up for good. */
public interface DiscardRules extends StoreRules {
  @Rule(
      id = "DISCARD-1",
      text = "The dead letter becomes DISCARDED with who and why; error and content stay.",
      lookAt = "the SET clause of discard")
  default void deadLetterIsDiscarded(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Row before = s.row(key);
    Expect.done(s.store().discard(key, before.summary().rowVersion(), s.action()));
    Row row = s.row(key);
    assertEquals(ConsumptionState.DISCARDED, row.summary().state(), "state");
    assertEquals("olga", row.closedBy(), "closed by");
    assertEquals("looked into it", row.closedReason(), "reason");
    assertEquals(s.failure(ErrorClass.POISON), row.failure(), "the error stays");
    assertEquals(s.content("e1"), s.store().content(key).orElse(null), "the content stays");
    assertNull(row.deadSince(), "it is no dead letter any more");
    assertNotEquals(before.summary().token(), row.summary().token(), "the token is replaced");
    assertEquals(before.summary().rowVersion() + 1, row.summary().rowVersion(), "row version");
    assertTrue(!row.updatedAt().isBefore(before.updatedAt()), "when it was discarded");
  }

  @Rule(
      id = "DISCARD-2",
      text = "A stale version is refused, and nothing changes, not even the audit.",
      lookAt = "row_version in the WHERE clause of discard, and when the audit is written")
  default void staleDiscardIsRefused(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Picture before = s.picture(key);
    Expect.refused(
        Transition.DISCARD,
        ConsumptionState.DEAD_LETTER,
        s.store().discard(key, s.version(key) - 1, s.action()));
    s.unchanged(before, key);
  }

  @Rule(
      id = "DISCARD-3",
      text = "The audit tells who, why and when; entries are listed oldest first.",
      lookAt = "the audit that is written with discard, and its order")
  default void discardIsAudited(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    Expect.done(s.store().bury(key, s.version(key), s.failure(ErrorClass.POISON)));
    Expect.done(s.store().discard(key, s.version(key), s.action()));
    List<AuditEntry> audit = s.store().audit(key);
    assertEquals(
        List.of("AUTHORIZE_REPLAY", "DISCARD"),
        audit.stream().map(AuditEntry::action).toList(),
        "the actions");
    assertEquals("olga", audit.get(1).actor(), "actor");
    assertEquals("looked into it", audit.get(1).reason(), "reason");
    assertNull(audit.get(1).detail(), "nothing is removed from the row");
  }
}
