package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.ColumnCheck;
import io.consumptionledger.conformance.DirtyHands;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.List;

/** PARK: a new row waits for its turn. */
public interface ParkRules extends StoreRules {
  @Rule(
      id = "PARK-1",
      text =
          "A parked row is scheduled, never started, has its content and place, and no due time.",
      lookAt = "the columns that park writes")
  default void parkedRowWaits(Scenario s) {
    Aggregates.claim(s, "head", 1);
    ConsumptionKey key = Aggregates.park(s, "e2", 2);
    Row row = s.row(key);
    assertEquals(ConsumptionState.RETRY_SCHEDULED, row.summary().state(), "state");
    assertEquals(0, row.summary().attempt(), "attempt");
    assertEquals(0, row.summary().epoch(), "epoch");
    assertEquals(1, row.summary().rowVersion(), "version");
    assertNull(row.summary().token(), "a row that was never claimed has no token");
    assertNull(row.failure(), "a row that was never run has no error");
    assertEquals(new Order("account", Aggregates.FIRST, 2L), row.summary().order(), "order");
    NewRow made = s.placed(key, 2);
    assertEquals(made.content(), s.store().content(key).orElse(null), "content");
    assertEquals(made.metadata(), row.metadata(), "metadata");
    Aggregates.waits(s, key);
    ColumnCheck.check(row, made.content());
  }

  @Rule(
      id = "PARK-2",
      text = "If nothing is in its way a row is not parked, and nothing is written.",
      lookAt = "what park looks at under the lock of the gate")
  default void freeRowIsNotParked(Scenario s) {
    Expect.done(s.store().succeed(Aggregates.claim(s, "e1", 1)));
    NewRow row = s.placed(s.key("e2"), 2);
    assertEquals(new ParkResult.Free(), s.store().park(row), "nothing is in its way");
    assertTrue(s.store().get(row.key()).isEmpty(), "a row that is free was written");
  }

  @Rule(
      id = "PARK-3",
      text = "A row waits behind an earlier one in any unresolved state, and behind any that runs.",
      lookAt = "which rows count as unresolved for park")
  default void parksBehindEveryOpenState(Scenario s) {
    for (ConsumptionState state :
        List.of(
            ConsumptionState.PROCESSING,
            ConsumptionState.RETRY_SCHEDULED,
            ConsumptionState.DEAD_LETTER)) {
      s.fixture().clear();
      Aggregates.open(s, state, "head", 5);
      Aggregates.waits(s, Aggregates.park(s, "later", 6));
    }
    s.fixture().clear();
    Aggregates.claim(s, "head", 5);
    Aggregates.waits(s, Aggregates.park(s, "earlier", 4));
    Aggregates.waits(s, Aggregates.park(s, "same", 5));
  }

  @Rule(
      id = "PARK-4",
      text = "A parked row is not polled, cannot be deferred, and stays as it is while it waits.",
      lookAt = "the due time of parked rows, and the WHERE clause of defer")
  default void parkedRowIsLeftAlone(Scenario s) {
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1);
    ConsumptionKey key = Aggregates.park(s, "e2", 2);
    Picture before = s.picture(key);
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
    Expect.refused(
        Transition.DEFER,
        ConsumptionState.RETRY_SCHEDULED,
        s.store().defer(key, before.row().summary().rowVersion(), Duration.ZERO));
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
    s.unchanged(before, key);
  }

  @Rule(
      id = "PARK-5",
      text = "Without content or order there is nothing to park.",
      lookAt = "the checks at the beginning of park")
  default void parkNeedsContentAndOrder(Scenario s) {
    NewRow bare = Aggregates.bare(s, "e1", 1L);
    assertThrows(IllegalArgumentException.class, () -> s.store().park(bare), "without content");
    assertThrows(
        IllegalArgumentException.class, () -> s.store().park(s.full("e1")), "without order");
    assertTrue(s.store().get(s.key("e1")).isEmpty(), "nothing is written");
  }

  @Rule(
      id = "PARK-6",
      text = "A parked row can be buried, and holds back the later ones as a dead letter.",
      lookAt = "bury, and what it leaves of the row's place")
  default void parkedRowCanBeBuried(Scenario s) {
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1);
    ConsumptionKey key = Aggregates.park(s, "e2", 2);
    Expect.done(s.store().bury(key, s.version(key), s.failure(ErrorClass.UNRECOVERABLE)));
    ColumnCheck.check(s.row(key), s.store().content(key).orElse(null));
    ConsumptionKey head = s.key("head");
    Expect.done(s.store().discard(head, s.version(head), s.action()));
    Aggregates.blocked(s, Aggregates.bare(s, "e3", 3L));
    assertEquals(0, s.row(key).summary().attempt(), "it was never started");
  }

  @Rule(
      id = "PARK-7",
      text = "The schema refuses places that do not fit: without aggregate, open when settled.",
      lookAt = "the CHECK constraints on order_seq, open_seq and wait_reason",
      needs = Capability.DIRTY_HANDS)
  default void schemaGuardsPlaces(Scenario s) {
    DirtyHands hands = s.fixture().dirtyHands();
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1);
    ConsumptionKey open = s.key("head");
    ConsumptionKey parked = Aggregates.park(s, "e2", 2);
    ConsumptionKey free = s.scheduled("free", Scenario.DELAY);
    NewRow done = Aggregates.placed(s, s.key("done"), "a-2", 1L);
    Expect.done(s.store().succeed(s.claim(done)));
    assertTrue(!hands.write(open, "open_seq", null), "an unresolved row without open place");
    assertTrue(!hands.write(open, "open_seq", 9), "an open place that is another");
    assertTrue(!hands.write(open, "order_seq", null), "an open place without a place");
    assertTrue(!hands.write(done.key(), "open_seq", 1), "an open place of a settled row");
    assertTrue(!hands.write(free, "wait_reason", "ORDER"), "waiting for order without a place");
    assertTrue(!hands.write(parked, "wait_reason", "YIELD"), "no due time for another reason");
    assertTrue(hands.writeInstant(parked, "next_attempt_at", Duration.ZERO), "a freed row is due");
  }
}
