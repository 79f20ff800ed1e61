package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Blocked;
import io.consumptionledger.operations.ListedRow;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.RowDetails;
import io.consumptionledger.spi.Claim;
import java.util.List;

/** Who waits for whom, and the history of a row. */
public interface BlockedRules extends StoreRules {
  private static RowDetails show(Scenario s, ConsumptionKey key) {
    return Operations.on(s.store()).build().rows().show(key.tenant(), key).orElseThrow();
  }

  private static String blocker(Scenario s, ConsumptionKey key) {
    ListedRow blocker = show(s, key).blockedBy();
    return blocker == null ? null : blocker.key().eventId();
  }

  @Rule(
      id = "BLOCKED-1",
      text =
          "A blocked aggregate is listed with the row that the others wait for, its error and their number.",
      lookAt = "blocking-heads, and which rows are shown for its keys")
  default void blockedAggregates(Scenario s) {
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "dead head", 1);
    Aggregates.park(s, "second", 2);
    Aggregates.park(s, "third", 3);
    ConsumptionKey running = s.key("running head");
    s.claim(Aggregates.placed(s, running, "a-2", 1L));
    s.store().park(Aggregates.placed(s, s.key("waits"), "a-2", 2L));
    s.claim(Aggregates.placed(s, s.key("alone"), "a-3", 1L));
    List<Blocked> blocked =
        Operations.on(s.store()).build().overview().blocked(Tenant.DEFAULT, null, 10);
    assertEquals(2, blocked.size(), "aggregates in which rows wait");
    Blocked first = blocked.get(0);
    assertEquals("account", first.aggregateType(), "type");
    assertEquals(Aggregates.FIRST, first.aggregateId(), "id");
    assertEquals(2, first.waiting(), "how many wait");
    assertEquals("dead head", first.head().key().eventId(), "for whom");
    assertEquals(ConsumptionState.DEAD_LETTER, first.head().state(), "its state");
    assertEquals(s.failure(ErrorClass.POISON), first.head().failure(), "its error");
    assertEquals(running, blocked.get(1).head().key(), "the other head");
    assertEquals(ConsumptionState.PROCESSING, blocked.get(1).head().state(), "its state");
    assertEquals(
        1,
        Operations.on(s.store()).build().overview().blocked(Tenant.DEFAULT, null, 1).size(),
        "no more than asked for");
    assertEquals(
        List.of(),
        Operations.on(s.store()).build().overview().blocked(new Tenant("other"), null, 9),
        "another tenant's");
  }

  @Rule(
      id = "BLOCKED-2",
      text =
          "A row is shown with the row before it: that in PROCESSING, else the first unresolved one.",
      lookAt = "blocked-by")
  default void rowsTellTheirBlocker(Scenario s) {
    ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1).key();
    ConsumptionKey second = Aggregates.park(s, "second", 2);
    ConsumptionKey third = Aggregates.park(s, "third", 3);
    assertNull(blocker(s, head), "nobody is before the first");
    assertEquals("head", blocker(s, second), "before the second");
    assertEquals("head", blocker(s, third), "before the third");
    Expect.done(s.store().discard(head, s.version(head), s.action()));
    assertNull(blocker(s, head), "who is settled waits for nobody");
    assertNull(blocker(s, second), "the second is free");
    assertEquals("second", blocker(s, third), "before the third now");
    Claim running = s.claimOnlyDue().claim();
    assertEquals(second, running.key(), "who runs");
    assertEquals("second", blocker(s, third), "before the third while it runs");
    ConsumptionKey early = Aggregates.park(s, "early", 0);
    assertEquals("second", blocker(s, early), "one that came late waits for who runs");
    Expect.done(s.store().succeed(running));
    assertNull(blocker(s, early), "it is the first now");
    assertEquals("early", blocker(s, third), "before the third at last");
  }

  @Rule(
      id = "BLOCKED-3",
      text =
          "A dead letter behind an earlier unresolved row is shown with it; others' rows block nobody.",
      lookAt = "tenant, handler and aggregate in blocked-by")
  default void deadLettersTellTheirBlocker(Scenario s) {
    Tenant other = new Tenant("other");
    s.claim(Aggregates.placed(s, s.key(other, "theirs"), Aggregates.FIRST, 1L));
    s.claim(Aggregates.placed(s, s.key("elsewhere"), "a-2", 1L));
    ConsumptionKey later = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "later", 5).key();
    assertNull(blocker(s, later), "it is the first");
    ConsumptionKey earlier = s.key("earlier");
    s.store()
        .recordTerminal(
            Aggregates.placed(s, earlier, Aggregates.FIRST, 3L), s.failure(ErrorClass.POISON));
    assertEquals("earlier", blocker(s, later), "what must be dealt with first");
    assertNull(blocker(s, earlier), "nobody is before it");
    assertNull(blocker(s, s.dead("without order")), "a row without order");
  }

  @Rule(
      id = "BLOCKED-4",
      text = "A row is shown with what people did with it and who looked, the newest first.",
      lookAt = "audit-log-of")
  default void rowsTellTheirHistory(Scenario s) {
    ConsumptionKey key = s.dead("e1");
    assertEquals(List.of(), show(s, key).audit(), "nobody did anything yet");
    s.store().lookAtContent(key, s.action());
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    Claim claim = s.claimOnlyDue().claim();
    Expect.done(s.store().deadLetter(claim, s.failure(ErrorClass.CONFLICT), null));
    Expect.done(s.store().discard(key, s.version(key), s.action()));
    RowDetails details = show(s, key);
    assertEquals(
        List.of("DISCARD", "AUTHORIZE_REPLAY", "LOOK"),
        details.audit().stream().map(line -> line.action()).toList(),
        "its history");
    assertEquals(ConsumptionState.DISCARDED, details.row().state(), "its state");
    assertEquals(1, details.row().replayGeneration(), "how often it was replayed");
    assertTrue(details.anomalies().isEmpty(), "nothing odd happened to it");
  }
}
