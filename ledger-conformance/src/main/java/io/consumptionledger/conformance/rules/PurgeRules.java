package io.consumptionledger.conformance.rules;

import static io.consumptionledger.ConsumptionState.DISCARDED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.SweepVerbs.PurgeCursor;
import io.consumptionledger.spi.SweepVerbs.PurgeResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Purging: final rows that are old enough are deleted. */
public interface PurgeRules extends StoreRules {
  /** How long the rules keep final rows. */
  Duration RETENTION = Duration.ofDays(7);

  private static PurgeResult purge(Scenario s, Set<ConsumptionState> states) {
    return s.store().purge(Tenant.DEFAULT, s.handler(), states, RETENTION, null, 100);
  }

  @Rule(
      id = "PURGE-1",
      text = "Final rows settled long enough ago are deleted; unresolved rows never are.",
      lookAt = "the states in the WHERE clause of purge")
  default void onlyFinalRowsAreDeleted(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, "e-" + state);
    }
    s.fixture().elapse(RETENTION.plusMinutes(1));
    PurgeResult result = purge(s, Set.of(SUCCEEDED, DISCARDED));
    assertEquals(2, result.deleted(), "the number of deleted rows");
    assertNull(result.next(), "nothing older is left");
    for (ConsumptionState state : ConsumptionState.values()) {
      assertEquals(
          !state.isFinal(), s.store().get(s.key("e-" + state)).isPresent(), state + " is kept");
    }
  }

  @Rule(
      id = "PURGE-2",
      text = "It counts when a row was settled, not when it was received.",
      lookAt = "updated_at in the WHERE clause of purge")
  default void settleTimeCounts(Scenario s) {
    Claim claim = s.claim("e1");
    s.fixture().elapse(RETENTION.plusMinutes(1));
    Expect.done(s.store().succeed(claim));
    assertEquals(0, purge(s, Set.of(SUCCEEDED)).deleted(), "settled just now");
    s.fixture().elapse(RETENTION.minusMinutes(1));
    assertEquals(0, purge(s, Set.of(SUCCEEDED)).deleted(), "not long enough ago");
    s.fixture().elapse(Duration.ofMinutes(2));
    assertEquals(1, purge(s, Set.of(SUCCEEDED)).deleted(), "long enough ago");
  }

  @Rule(
      id = "PURGE-3",
      text = "Only the chosen states; states that are not final are refused.",
      lookAt = "the states that purge takes")
  default void onlyChosenStates(Scenario s) {
    ConsumptionKey succeeded = s.succeeded("e1");
    ConsumptionKey discarded = s.discarded("e2");
    s.fixture().elapse(RETENTION.plusMinutes(1));
    assertEquals(1, purge(s, Set.of(DISCARDED)).deleted(), "the number of deleted rows");
    assertTrue(s.store().get(discarded).isEmpty(), "discarded row");
    assertTrue(s.store().get(succeeded).isPresent(), "succeeded row");
    assertThrows(
        IllegalArgumentException.class,
        () -> purge(s, Set.of(SUCCEEDED, ConsumptionState.DEAD_LETTER)));
  }

  @Rule(
      id = "PURGE-4",
      text = "Small calls with the cursor see every row once, and end.",
      lookAt = "the cursor and LIMIT of purge")
  default void smallCallsSeeEverything(Scenario s) {
    for (int i = 0; i < 7; i++) {
      s.succeeded("old" + i);
      s.claim("open" + i);
    }
    s.fixture().elapse(RETENTION.plusMinutes(1));
    ConsumptionKey young = s.succeeded("young");
    PurgeCursor cursor = null;
    int deleted = 0;
    int calls = 0;
    do {
      PurgeResult result =
          s.store().purge(Tenant.DEFAULT, s.handler(), Set.of(SUCCEEDED), RETENTION, cursor, 3);
      assertTrue(result.deleted() <= 3, "more rows deleted than the limit");
      deleted += result.deleted();
      cursor = result.next();
      calls++;
      assertTrue(calls < 20, "purging does not end");
    } while (cursor != null);
    assertEquals(7, deleted, "the number of deleted rows");
    assertTrue(s.store().get(young).isPresent(), "the young row");
    for (int i = 0; i < 7; i++) {
      assertTrue(s.store().get(s.key("old" + i)).isEmpty(), "old row " + i);
      assertTrue(s.store().get(s.key("open" + i)).isPresent(), "open row " + i);
    }
  }

  @Rule(
      id = "PURGE-5",
      text = "Other tenants' and other handlers' rows are not touched.",
      lookAt = "tenant_id and handler_id in the WHERE clause of purge")
  default void onlyNamedRowsArePurged(Scenario s) {
    Tenant other = new Tenant("other");
    ConsumptionKey theirs = s.key(other, "e1");
    ConsumptionKey stranger = new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e1", "");
    s.succeeded("e1");
    for (ConsumptionKey key : List.of(theirs, stranger)) {
      Expect.done(s.store().succeed(s.claim(s.bare(key))));
    }
    s.fixture().elapse(RETENTION.plusMinutes(1));
    assertEquals(1, purge(s, Set.of(SUCCEEDED)).deleted(), "the number of deleted rows");
    assertTrue(s.store().get(theirs).isPresent(), "other tenant");
    assertTrue(s.store().get(stranger).isPresent(), "other handler");
  }

  @Rule(
      id = "PURGE-6",
      text = "A purged key is new again.",
      lookAt = "whether purge deletes rows or only marks them")
  default void purgedKeyIsNew(Scenario s) {
    s.succeeded("e1");
    s.fixture().elapse(RETENTION.plusMinutes(1));
    purge(s, Set.of(SUCCEEDED));
    Claim claim = s.claim("e1");
    assertEquals(1, claim.epoch(), "epoch");
    assertNotNull(s.summary(claim.key()).token(), "token");
  }
}
