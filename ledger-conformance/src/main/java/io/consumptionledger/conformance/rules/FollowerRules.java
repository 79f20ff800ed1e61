package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.RowSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Who waits for its turn becomes due when its turn comes. */
public interface FollowerRules extends StoreRules {
  private static void recover(Scenario s, OnOrphan onOrphan) {
    assertEquals(
        1,
        s.store()
            .recover(
                s.handler(),
                100,
                onOrphan,
                s.failure(ErrorClass.CRASH_LOOP),
                s.failure(ErrorClass.UNRECOVERABLE),
                Scenario.DELAY,
                10)
            .size(),
        "rows that were recovered");
  }

  @Rule(
      id = "FOLLOWER-1",
      text = "SUCCEED of the head makes the next one due, and nobody else.",
      lookAt = "what succeed does after the row is settled")
  default void successFreesTheNext(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    ConsumptionKey second = Aggregates.park(s, "e2", 2);
    ConsumptionKey third = Aggregates.park(s, "e3", 3);
    RowSummary before = s.summary(second);
    Expect.done(s.store().succeed(head));
    Aggregates.isFreed(s, second);
    assertEquals(before.rowVersion() + 1, s.summary(second).rowVersion(), "version");
    assertEquals(0, s.summary(second).attempt(), "attempt");
    Aggregates.waits(s, third);
    DueClaim due = s.claimOnlyDue();
    assertEquals(second, due.claim().key(), "the row that is due");
    assertEquals(WaitReason.ORDER, due.reason(), "why it waited");
    assertEquals(1, due.claim().attempt(), "its first start");
  }

  @Rule(
      id = "FOLLOWER-2",
      text = "RESOLVE and DISCARD of a dead head make the next one due.",
      lookAt = "what resolve and discard do after the row is settled")
  default void closingByHandFrees(Scenario s) {
    BiConsumer<ConsumptionKey, Long> resolve =
        (key, version) -> Expect.done(s.store().resolve(key, version, s.action()));
    BiConsumer<ConsumptionKey, Long> discard =
        (key, version) -> Expect.done(s.store().discard(key, version, s.action()));
    for (BiConsumer<ConsumptionKey, Long> close : List.of(resolve, discard)) {
      s.fixture().clear();
      ConsumptionKey head = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e1", 1).key();
      ConsumptionKey next = Aggregates.park(s, "e2", 2);
      close.accept(head, s.version(head));
      Aggregates.isFreed(s, next);
      assertEquals(next, s.claimOnlyDue().claim().key(), "the row that is due");
    }
  }

  @Rule(
      id = "FOLLOWER-3",
      text = "What leaves PROCESSING unresolved frees nobody behind it, but an earlier late one.",
      lookAt = "what schedule-retry, dead-letter and release do after the row has moved")
  default void leavingFreesOnlyTheEarlier(Scenario s) {
    BiConsumer<Scenario, Claim> retry = (t, claim) -> Aggregates.retry(t, claim, Scenario.DELAY);
    BiConsumer<Scenario, Claim> die =
        (t, claim) ->
            Expect.done(
                t.store().deadLetter(claim, t.failure(ErrorClass.POISON), t.content("head")));
    BiConsumer<Scenario, Claim> release =
        (t, claim) -> Expect.done(t.store().release(claim, t.content("head"), Scenario.DELAY));
    for (BiConsumer<Scenario, Claim> leave : List.of(retry, die, release)) {
      s.fixture().clear();
      Claim head = Aggregates.claim(s, "head", 5);
      ConsumptionKey later = Aggregates.park(s, "later", 6);
      ConsumptionKey earlier = Aggregates.park(s, "earlier", 4);
      leave.accept(s, head);
      Aggregates.waits(s, later);
      Aggregates.isFreed(s, earlier);
      assertEquals(earlier, s.claimOnlyDue().claim().key(), "the row that is due");
    }
  }

  @Rule(
      id = "FOLLOWER-4",
      text = "So it is when an orphan is recovered or becomes a dead letter.",
      lookAt = "what recover and dead-letter-orphan do after the row has moved")
  default void orphansFreeTheEarlier(Scenario s) {
    List<BiConsumer<Scenario, Claim>> ways =
        List.of(
            (t, claim) -> recover(t, OnOrphan.RERUN),
            (t, claim) -> recover(t, OnOrphan.DEAD_LETTER),
            (t, claim) ->
                Expect.done(
                    t.store()
                        .deadLetterOrphan(
                            t.summary(claim.key()),
                            t.failure(ErrorClass.CRASH_LOOP),
                            t.content("head"))));
    for (BiConsumer<Scenario, Claim> way : ways) {
      s.fixture().clear();
      Claim head = s.claim(s.placed(s.key("head"), 5));
      ConsumptionKey later = Aggregates.park(s, "later", 6);
      ConsumptionKey earlier = Aggregates.park(s, "earlier", 4);
      s.leaseEnds();
      way.accept(s, head);
      Aggregates.waits(s, later);
      Aggregates.isFreed(s, earlier);
    }
  }

  @Rule(
      id = "FOLLOWER-5",
      text = "Rows at the same place come due together and run one at a time.",
      lookAt = "how claim-due picks among rows at the same place")
  default void tiesRunOneAtATime(Scenario s) {
    Claim head = Aggregates.claim(s, "head", 1);
    ConsumptionKey a = Aggregates.park(s, "a", 2);
    ConsumptionKey b = Aggregates.park(s, "b", 2);
    ConsumptionKey later = Aggregates.park(s, "later", 3);
    Expect.done(s.store().succeed(head));
    Aggregates.isFreed(s, a);
    Aggregates.isFreed(s, b);
    Claim first = s.claimOnlyDue().claim();
    assertEquals(a, first.key(), "of two at the same place the one with the lowest key");
    assertEquals(List.of(), s.claimDue(10), "rows that are due while one runs");
    Expect.done(s.store().succeed(first));
    Aggregates.waits(s, later);
    Claim second = s.claimOnlyDue().claim();
    assertEquals(b, second.key(), "the other one at the same place");
    Expect.done(s.store().succeed(second));
    assertEquals(later, s.claimOnlyDue().claim().key(), "the next one");
  }

  @Rule(
      id = "FOLLOWER-6",
      text = "A queue of parked rows drains in order, one by one.",
      lookAt = "whether each settle frees exactly the next")
  default void queueDrainsInOrder(Scenario s) {
    Claim head = Aggregates.claim(s, "e0", 0);
    for (long place : new long[] {4, 2, 5, 1, 3}) {
      Aggregates.park(s, "e" + place, place);
    }
    Expect.done(s.store().succeed(head));
    List<String> ran = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Claim claim = s.claimOnlyDue().claim();
      ran.add(claim.key().eventId());
      Expect.done(s.store().succeed(claim));
    }
    assertEquals(List.of("e1", "e2", "e3", "e4", "e5"), ran, "the order in which they ran");
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
  }

  @Rule(
      id = "FOLLOWER-7",
      text = "A settle frees nobody of another aggregate, and nobody behind another open row.",
      lookAt = "the search for the first unresolved row")
  default void onlyTheFirstIsFreed(Scenario s) {
    ConsumptionKey second = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e2", 2).key();
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e1", 1);
    ConsumptionKey third = Aggregates.park(s, "e3", 3);
    s.claim(Aggregates.placed(s, s.key("o1"), "a-2", 1L));
    ConsumptionKey other = s.placed(s.key("o2"), 2).key();
    s.store().park(Aggregates.placed(s, other, "a-2", 2L));
    Expect.done(s.store().discard(second, s.version(second), s.action()));
    Aggregates.waits(s, third);
    Aggregates.waits(s, other);
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
  }

  @Rule(
      id = "FOLLOWER-8",
      text = "While another row of the aggregate runs a settle by hand frees nobody.",
      lookAt = "whether followers are freed only when the gate is free")
  default void nobodyIsFreedWhileOneRuns(Scenario s) {
    ConsumptionKey dead = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e5", 5).key();
    Claim running = Aggregates.claim(s, "e1", 1);
    ConsumptionKey parked = Aggregates.park(s, "e0", 0);
    Expect.done(s.store().resolve(dead, s.version(dead), s.action()));
    Aggregates.waits(s, parked);
    Aggregates.retry(s, running, Duration.ZERO);
    Aggregates.isFreed(s, parked);
  }
}
