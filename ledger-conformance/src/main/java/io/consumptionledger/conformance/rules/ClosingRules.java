package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Closed;
import io.consumptionledger.operations.Closed.Outcome;
import io.consumptionledger.operations.Closing;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Operator;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ReadVerbs.AuditEntry;
import io.consumptionledger.spi.RowVersion;
import io.consumptionledger.spi.SelectionHash;
import java.util.List;

/** Dead letters that are closed by hand, one or many. */
public interface ClosingRules extends StoreRules {
  /** Who closes. */
  Operator OLGA = new Operator("olga");

  /** Somebody else. */
  Tenant OTHER = new Tenant("other");

  private static Closing closing(Scenario s) {
    return Operations.on(s.store()).build().closing();
  }

  private static RowVersion seen(Scenario s, ConsumptionKey key) {
    return new RowVersion(key, s.version(key));
  }

  private static List<Outcome> outcomes(List<Closed> closed) {
    return closed.stream().map(Closed::outcome).toList();
  }

  @Rule(
      id = "CLOSE-1",
      text = "Of many rows each is told in the order it was named; none stops the others.",
      lookAt = "what resolve and discard answer for a row that is not as it was seen")
  default void eachRowIsTold(Scenario s) {
    ConsumptionKey last = s.dead("z");
    ConsumptionKey done = s.succeeded("done");
    ConsumptionKey first = s.dead("a");
    ConsumptionKey stale = s.dead("stale");
    List<RowVersion> rows =
        List.of(
            seen(s, last),
            seen(s, done),
            RowVersion.now(s.key("gone")),
            new RowVersion(stale, 77),
            RowVersion.now(first),
            seen(s, last));
    List<Closed> closed = closing(s).discard(Tenant.DEFAULT, rows, OLGA, "not needed");
    assertEquals(rows, closed.stream().map(Closed::row).toList(), "the order");
    assertEquals(
        List.of(
            Outcome.CLOSED,
            Outcome.CHANGED,
            Outcome.NOT_FOUND,
            Outcome.CHANGED,
            Outcome.CLOSED,
            Outcome.CHANGED),
        outcomes(closed),
        "the outcomes");
    assertNull(closed.get(0).detail(), "nothing to say");
    assertTrue(closed.get(1).detail().contains("SUCCEEDED"), closed.get(1).detail());
    assertTrue(closed.get(3).detail().contains("77"), closed.get(3).detail());
    assertEquals(ConsumptionState.DISCARDED, s.summary(last).state(), "state");
    assertEquals(ConsumptionState.DEAD_LETTER, s.summary(stale).state(), "state");
  }

  @Rule(
      id = "CLOSE-2",
      text = "The audit of each of many rows names the selection that it was part of.",
      lookAt = "the detail that is written with resolve and discard")
  default void selectionIsAudited(Scenario s) {
    List<ConsumptionKey> keys = List.of(s.dead("e1"), s.dead("e2"));
    List<RowVersion> rows = keys.stream().map(key -> seen(s, key)).toList();
    String hash = SelectionHash.of(Tenant.DEFAULT, rows).hex();
    assertEquals(
        List.of(Outcome.CLOSED, Outcome.CLOSED),
        outcomes(closing(s).resolve(Tenant.DEFAULT, rows, OLGA, "done by hand")),
        "the outcomes");
    for (ConsumptionKey key : keys) {
      AuditEntry entry = s.store().audit(key).get(0);
      assertEquals("RESOLVE", entry.action(), "action");
      assertEquals("olga", entry.actor(), "actor");
      assertEquals("done by hand", entry.reason(), "reason");
      assertNotNull(entry.at(), "time");
      assertTrue(entry.detail().endsWith("; selection " + hash), entry.detail());
      assertTrue(entry.detail().startsWith("POISON "), "the error is kept: " + entry.detail());
    }
    ConsumptionKey alone = s.dead("alone");
    closing(s).discard(Tenant.DEFAULT, seen(s, alone), OLGA, "not needed");
    assertNull(s.store().audit(alone).get(0).detail(), "one row is no selection");
  }

  @Rule(
      id = "CLOSE-3",
      text = "Another tenant's row is not found, and stays as it is.",
      lookAt = "the tenant of the rows that are named")
  default void anotherTenantsRowIsNotClosed(Scenario s) {
    Claim theirs = s.claim(s.full(s.key(OTHER, "e1")));
    Expect.done(s.store().deadLetter(theirs, s.failure(ErrorClass.POISON), s.content("e1")));
    Picture before = s.picture(theirs.key());
    RowVersion row = seen(s, theirs.key());
    assertEquals(
        Outcome.NOT_FOUND,
        closing(s).discard(Tenant.DEFAULT, row, OLGA, "not needed").outcome(),
        "discard");
    assertEquals(
        Outcome.NOT_FOUND,
        closing(s)
            .resolve(Tenant.DEFAULT, RowVersion.now(theirs.key()), OLGA, "not needed")
            .outcome(),
        "resolve");
    s.unchanged(before, theirs.key());
  }
}
