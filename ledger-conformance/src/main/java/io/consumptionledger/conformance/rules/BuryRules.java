package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Row;

/** BURY: a waiting row that must not or cannot run. */
public interface BuryRules extends StoreRules {
  @Rule(
      id = "BURY-1",
      text = "A waiting row becomes a dead letter with the failure; content stays, token is new.",
      lookAt = "the SET clause of bury")
  default void waitingRowIsBuried(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    Row before = s.row(key);
    Expect.done(
        s.store().bury(key, before.summary().rowVersion(), s.failure(ErrorClass.UNRECOVERABLE)));
    Row row = s.row(key);
    assertEquals(ConsumptionState.DEAD_LETTER, row.summary().state(), "state");
    assertEquals(s.failure(ErrorClass.UNRECOVERABLE), row.failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(key).orElse(null), "content");
    assertNotEquals(before.summary().token(), row.summary().token(), "the token is replaced");
    assertEquals(1, row.summary().attempt(), "attempt");
    assertEquals(3, row.summary().rowVersion(), "row version");
    assertNull(row.dueAt(), "due time");
    assertNull(row.waitReason(), "wait reason");
    assertNotNull(row.deadSince(), "when it died");
  }

  @Rule(
      id = "BURY-2",
      text = "A stale version is refused, and nothing changes.",
      lookAt = "row_version in the WHERE clause of bury")
  default void staleBuryIsRefused(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Scenario.DELAY);
    long stale = s.version(key);
    Expect.done(s.store().defer(key, stale, Scenario.DELAY));
    Picture before = s.picture(key);
    Expect.refused(
        Transition.BURY,
        ConsumptionState.RETRY_SCHEDULED,
        s.store().bury(key, stale, s.failure(ErrorClass.UNRECOVERABLE)));
    s.unchanged(before, key);
  }
}
