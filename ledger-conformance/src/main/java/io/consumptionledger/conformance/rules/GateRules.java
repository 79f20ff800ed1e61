package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.OrderVerbs.BlockingHead;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.util.List;

/** Who holds the gate of an aggregate: the owner of the row in PROCESSING, and nobody else. */
public interface GateRules extends StoreRules {
  private static List<Recovered> recover(Scenario s, OnOrphan onOrphan) {
    return s.store()
        .recover(
            s.handler(),
            100,
            onOrphan,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Duration.ZERO,
            10);
  }

  @Rule(
      id = "GATE-1",
      text =
          "Who takes over a row takes over its gate: the old owner frees nobody, the new one does.",
      lookAt = "what take-over writes into the gate, and whether a refused settle touches it")
  default void takeOverTakesTheGate(Scenario s) {
    Claim old = Aggregates.claim(s, "e1", 1);
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    s.leaseEnds();
    Claim current = s.takeOver(old.key());
    assertEquals(2, current.attempt(), "attempt");
    Aggregates.blocked(s, Aggregates.bare(s, "e0", 0L));
    Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(old));
    Aggregates.waits(s, next);
    Aggregates.blocked(s, Aggregates.bare(s, "e0", 0L));
    Expect.done(s.store().succeed(current));
    Aggregates.isFreed(s, next);
    Expect.claimed(Aggregates.tryClaim(s, Aggregates.bare(s, "e0", 0L)));
  }

  @Rule(
      id = "GATE-2",
      text =
          "A gate has no lease but the row's: an expired row still holds back, a renewed one too.",
      lookAt = "whether anything but the holder's row decides whether the gate is busy")
  default void gateHasNoLeaseOfItsOwn(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    s.leaseEnds();
    Aggregates.blocked(s, Aggregates.bare(s, "e2", 2L));
    assertEquals(
        RenewResult.RENEWED,
        s.store().renew(List.of(head), Scenario.LEASE).get(head),
        "nobody has taken over");
    Aggregates.blocked(s, Aggregates.bare(s, "e2", 2L));
    Expect.done(s.store().succeed(head));
    Aggregates.claim(s, "e2", 2);
  }

  @Rule(
      id = "GATE-3",
      text = "A recovered head runs again before its followers, which then go on.",
      lookAt = "whether recover gives the gate back")
  default void recoveredHeadGoesOn(Scenario s) {
    ConsumptionKey head = s.claim(s.placed(s.key("e1"), 1)).key();
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    s.claimFull("free");
    s.leaseEnds();
    assertEquals(2, recover(s, OnOrphan.RERUN).size(), "rows with and without order");
    Aggregates.waits(s, next);
    List<Claim> due = s.claimDue(10).stream().map(d -> d.claim()).toList();
    Claim again = due.stream().filter(c -> c.key().equals(head)).findFirst().orElseThrow();
    assertEquals(2, again.attempt(), "the second start of the head");
    Expect.done(s.store().succeed(again));
    Aggregates.isFreed(s, next);
  }

  @Rule(
      id = "GATE-4",
      text = "A head that ends as a dead letter when it is recovered goes on holding back.",
      lookAt = "whether recover gives the gate back and leaves the row open")
  default void deadHeadHoldsBack(Scenario s) {
    ConsumptionKey head = s.claim(s.placed(s.key("e1"), 1)).key();
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    s.leaseEnds();
    assertEquals(
        ConsumptionState.DEAD_LETTER, recover(s, OnOrphan.DEAD_LETTER).get(0).state(), "state");
    Aggregates.waits(s, next);
    Aggregates.blocked(s, Aggregates.bare(s, "e3", 3L));
    Claim late = Aggregates.claim(s, "e0", 0);
    Expect.done(s.store().succeed(late));
    Expect.done(s.store().resolve(head, s.version(head), s.action()));
    Aggregates.isFreed(s, next);
  }

  @Rule(
      id = "GATE-5",
      text = "RECOVER takes at most as many rows as it may, with and without order together.",
      lookAt = "how recover divides its limit")
  default void recoverKeepsItsLimit(Scenario s) {
    for (int i = 0; i < 3; i++) {
      s.claimFull("free-" + i);
      s.claim(Aggregates.placed(s, s.key("e" + i), "a-" + i, 1L));
    }
    s.leaseEnds();
    int moved = 0;
    for (int i = 0; i < 3; i++) {
      List<Recovered> some =
          s.store()
              .recover(
                  s.handler(),
                  100,
                  OnOrphan.RERUN,
                  s.failure(ErrorClass.CRASH_LOOP),
                  s.failure(ErrorClass.UNRECOVERABLE),
                  Scenario.DELAY,
                  2);
      assertEquals(2, some.size(), "rows of one call");
      moved += some.size();
    }
    assertEquals(6, moved, "rows in all");
    assertEquals(List.of(), recover(s, OnOrphan.RERUN), "nothing is left");
  }

  @Rule(
      id = "GATE-6",
      text = "With all attempts used up a take-over changes neither row nor gate.",
      lookAt = "whether the gate is written only if the row moved")
  default void exhaustedTakeOverLeavesTheGate(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    s.leaseEnds();
    RowSummary seen = s.summary(head.key());
    TakeOverResult result =
        s.store().takeOver(seen, ClaimToken.random(), s.node(), Scenario.LEASE, 1);
    assertTrue(result instanceof TakeOverResult.Exhausted, "all attempts are used up: " + result);
    Expect.done(s.store().succeed(head));
    Aggregates.claim(s, "e2", 2);
  }

  @Rule(
      id = "GATE-7",
      text = "The heads that others wait for are told with state and number, the most first.",
      lookAt = "blocking-heads")
  default void blockingHeadsAreTold(Scenario s) {
    ConsumptionKey dead = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "dead", 1).key();
    for (long place = 2; place <= 4; place++) {
      Aggregates.park(s, "e" + place, place);
    }
    Claim running = s.claim(Aggregates.placed(s, s.key("running"), "a-2", 5L));
    ConsumptionKey late = s.key("late");
    s.store().park(Aggregates.placed(s, late, "a-2", 4L));
    s.claim(Aggregates.placed(s, s.key("alone"), "a-3", 1L));
    List<BlockingHead> heads = s.store().blockingHeads(dead.tenant(), s.handler(), 10);
    assertEquals(
        List.of(dead, running.key()), heads.stream().map(BlockingHead::key).toList(), "heads");
    assertEquals(List.of(3L, 1L), heads.stream().map(BlockingHead::waiting).toList(), "waiting");
    assertEquals(
        List.of(ConsumptionState.DEAD_LETTER, ConsumptionState.PROCESSING),
        heads.stream().map(BlockingHead::state).toList(),
        "states");
    assertEquals(s.summary(dead).order(), heads.get(0).order(), "order");
    assertEquals(s.row(dead).updatedAt(), heads.get(0).since(), "since when");
    assertEquals(1, s.store().blockingHeads(dead.tenant(), s.handler(), 1).size(), "the limit");
    assertEquals(
        List.of(), s.store().blockingHeads(dead.tenant(), s.handler() + "2", 10), "another");
    Expect.done(s.store().discard(dead, s.version(dead), s.action()));
    heads = s.store().blockingHeads(dead.tenant(), s.handler(), 10);
    assertEquals(
        List.of(s.key("e2"), running.key()),
        heads.stream().map(BlockingHead::key).toList(),
        "a freed row is the next head");
    assertEquals(2, heads.get(0).waiting(), "those behind it");
  }
}
