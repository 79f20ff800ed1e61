package io.consumptionledger.conformance.rules;

import static io.consumptionledger.ConsumptionState.DISCARDED;
import static io.consumptionledger.ConsumptionState.SUCCEEDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.RetentionVerbs.Purge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which rows go, whoever names them. */
public interface PurgeRowsRules extends StoreRules {
  /** How long the rules keep final rows. */
  Duration KEPT = Duration.ofDays(7);

  private static Purge old(Scenario s, ConsumptionState... states) {
    return new Purge(Tenant.DEFAULT, s.handler(), Set.of(states), KEPT);
  }

  @Rule(
      id = "RETENTION-10",
      text =
          "Of rows that are named only those go that are of this tenant and handler, in these states,"
              + " and were settled long enough ago.",
      lookAt = "the conditions of purge, and which keys purgeRows lets through")
  default void onlyWhatIsOldGoes(Scenario s) {
    Tenant other = new Tenant("other");
    List<ConsumptionKey> staying = new ArrayList<>();
    for (ConsumptionState state : ConsumptionState.values()) {
      if (state != SUCCEEDED) {
        staying.add(s.inState(state, "e-" + state));
      }
    }
    for (ConsumptionKey key :
        List.of(
            s.key(other, "e1"), new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e1", ""))) {
      Expect.done(s.store().succeed(s.claim(s.bare(key))));
      staying.add(key);
    }
    ConsumptionKey old = s.succeeded("old");
    Claim late = s.claim("late");
    s.fixture().elapse(KEPT.plusMinutes(1));
    Expect.done(s.store().succeed(late));
    staying.add(late.key());
    List<ConsumptionKey> named = new ArrayList<>(staying);
    named.add(old);
    assertEquals(
        1, s.store().purgeRows(old(s, SUCCEEDED), named, s.action()), "the number of deleted rows");
    staying.forEach(key -> assertTrue(s.store().get(key).isPresent(), "deleted: " + key));
    assertTrue(s.store().get(old).isEmpty(), "old");
    assertEquals(0, s.store().purgeRows(old(s, SUCCEEDED), named, s.action()), "again");
    assertEquals(
        1, s.store().purgeRows(old(s, SUCCEEDED, DISCARDED), named, s.action()), "both states");
  }

  @Rule(
      id = "RETENTION-11",
      text = "A purge does not wait for old rows that somebody works on.",
      lookAt = "which of the rows that it looked at a purge names to the statement that deletes",
      needs = Capability.SKIP_LOCKED)
  default void nobodyIsWaitedFor(Scenario s) {
    ConsumptionKey dead = s.dead("e1");
    s.succeeded("e2");
    s.fixture().elapse(KEPT.plusMinutes(1));
    s.fixture()
        .dirtyHands()
        .whileLocked(
            dead,
            () ->
                assertEquals(
                    1,
                    s.store().purge(old(s, SUCCEEDED), null, 10, s.action()).deleted(),
                    "the number of deleted rows"));
    assertTrue(s.store().get(dead).isPresent(), "the dead letter");
  }
}
