package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Row;
import java.time.Duration;

/** DEFER: a waiting row waits longer. */
public interface DeferRules extends StoreRules {
  @Rule(
      id = "DEFER-1",
      text = "The due time moves, and nothing else but version and time of update.",
      lookAt = "the SET clause of defer")
  default void dueTimeMoves(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    Row before = s.row(key);
    Expect.done(s.store().defer(key, before.summary().rowVersion(), Scenario.DELAY));
    Row after = s.row(key);
    Expect.closeTo(Scenario.DELAY, after.summary().dueIn(), "the time until it is due");
    assertEquals(before.summary().rowVersion() + 1, after.summary().rowVersion(), "version");
    assertEquals(before.summary().token(), after.summary().token(), "token");
    assertEquals(before.summary().attempt(), after.summary().attempt(), "attempt");
    assertEquals(before.summary().epoch(), after.summary().epoch(), "epoch");
    assertEquals(before.waitReason(), after.waitReason(), "wait reason");
    assertEquals(before.failure(), after.failure(), "failure");
    assertEquals(s.content("e1"), s.store().content(key).orElse(null), "content");
    assertEquals(0, s.claimDue(10).size(), "rows that are due");
  }

  @Rule(
      id = "DEFER-2",
      text = "A stale version is refused, and nothing changes.",
      lookAt = "row_version in the WHERE clause of defer")
  default void staleDeferIsRefused(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    long stale = s.version(key);
    Expect.done(s.store().defer(key, stale, Scenario.DELAY));
    Picture before = s.picture(key);
    Expect.refused(
        Transition.DEFER,
        ConsumptionState.RETRY_SCHEDULED,
        s.store().defer(key, stale, Duration.ZERO));
    s.unchanged(before, key);
  }

  @Rule(
      id = "DEFER-3",
      text = "A deferred row is due when the new time has come.",
      lookAt = "the due time that defer writes")
  default void deferredRowComesDue(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ofDays(1));
    Expect.done(s.store().defer(key, s.version(key), Scenario.DELAY));
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    assertEquals(key, s.claimOnlyDue().claim().key(), "the row that is due");
  }
}
