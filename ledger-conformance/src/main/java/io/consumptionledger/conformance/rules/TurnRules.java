package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.WaitReason;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.DueClaim;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** CLAIM_DUE of rows with an order. */
public interface TurnRules extends StoreRules {
  private static Set<String> events(List<DueClaim> due) {
    return due.stream().map(d -> d.claim().key().eventId()).collect(Collectors.toSet());
  }

  @Rule(
      id = "TURN-1",
      text = "A due row behind an earlier unresolved one is not claimed and waits for its turn.",
      lookAt = "how claim-due looks for the first unresolved row of an aggregate")
  default void dueRowWaitsForEarlier(Scenario s) {
    for (ConsumptionState state :
        List.of(
            ConsumptionState.PROCESSING,
            ConsumptionState.RETRY_SCHEDULED,
            ConsumptionState.DEAD_LETTER)) {
      s.fixture().clear();
      ConsumptionKey later = Aggregates.open(s, ConsumptionState.RETRY_SCHEDULED, "e2", 2).key();
      Aggregates.open(s, state, "e1", 1);
      s.fixture().elapse(Scenario.DELAY.minus(Scenario.MOMENT));
      Row before = s.row(later);
      s.fixture().elapse(Scenario.MOMENT.multipliedBy(2));
      assertTrue(!events(s.claimDue(10)).contains("e2"), "a row ran before an earlier one");
      Aggregates.waits(s, later);
      Row after = s.row(later);
      assertEquals(before.summary().attempt(), after.summary().attempt(), "attempt");
      assertEquals(before.summary().epoch(), after.summary().epoch(), "epoch");
      assertEquals(before.summary().token(), after.summary().token(), "token");
      assertEquals(before.summary().rowVersion() + 1, after.summary().rowVersion(), "version");
      assertEquals(before.failure(), after.failure(), "failure");
      assertEquals(s.content("e2"), s.store().content(later).orElse(null), "content");
    }
  }

  @Rule(
      id = "TURN-2",
      text = "An authorised replay that must wait after all keeps its authorisation.",
      lookAt = "the columns that claim-due clears when it sends a row back")
  default void replayKeepsItsAuthorization(Scenario s) {
    ConsumptionKey key = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e2", 2).key();
    Expect.done(s.store().authorizeReplay(key, s.version(key), s.approval()));
    Claim earlier = Aggregates.claim(s, "e1", 1);
    assertEquals(List.of(), s.claimDue(10), "rows that are due while an earlier one runs");
    Aggregates.waits(s, key);
    Expect.done(s.store().succeed(earlier));
    DueClaim due = s.claimOnlyDue();
    assertEquals(key, due.claim().key(), "the row that is due");
    assertTrue(due.replay(), "two people have authorised this run");
    assertEquals(WaitReason.ORDER, due.reason(), "why it waited last");
  }

  @Rule(
      id = "TURN-3",
      text =
          "One call claims rows without order and the first of each aggregate, each with a token.",
      lookAt = "how claim-due tells rows with and without order apart")
  default void mixedRowsAreClaimed(Scenario s) {
    s.scheduled("free-1", Duration.ZERO);
    s.scheduled("free-2", Duration.ZERO);
    for (String aggregate : List.of("a-1", "a-2", "a-3")) {
      for (long place = 3; place >= 1; place--) {
        String event = aggregate + "-" + place;
        Claim claim = s.claim(Aggregates.placed(s, s.key(event), aggregate, place));
        Aggregates.retry(s, claim, Duration.ZERO);
      }
    }
    List<DueClaim> due = s.claimDue(20);
    assertEquals(
        Set.of("free-1", "free-2", "a-1-1", "a-2-1", "a-3-1"), events(due), "rows claimed");
    assertEquals(
        5, due.stream().map(d -> d.claim().token()).distinct().count(), "different tokens");
    due.forEach(d -> assertEquals(d.claim().token(), s.summary(d.claim().key()).token(), "token"));
    assertEquals(List.of(), s.claimDue(20), "nothing more is due");
    due.forEach(d -> Expect.done(s.store().succeed(d.claim())));
    assertEquals(Set.of("a-1-2", "a-2-2", "a-3-2"), events(s.claimDue(20)), "the next");
  }

  @Rule(
      id = "TURN-4",
      text = "Rows that must wait do not hide the due rows behind them from a small call.",
      lookAt = "whether claim-due looks again after it has sent all that it picked back")
  default void rowsSentBackHideNobody(Scenario s) {
    for (long place = 2; place <= 4; place++) {
      Claim claim = Aggregates.claim(s, "e" + place, 6 - place);
      Aggregates.retry(s, claim, Duration.ZERO);
      s.fixture().elapse(Scenario.MOMENT);
    }
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "dead", 1);
    s.scheduled("free", Duration.ZERO);
    List<DueClaim> due = s.claimDue(1);
    assertEquals(Set.of("free"), events(due), "rows claimed");
  }

  @Rule(
      id = "TURN-5",
      text = "A row that runs after a later one was settled is told to be out of order.",
      lookAt = "the highest settled place that the gate keeps")
  default void lateDueRowIsOutOfOrder(Scenario s) {
    Claim running = Aggregates.claim(s, "e5", 5);
    Aggregates.park(s, "e3", 3);
    Aggregates.park(s, "e6", 6);
    Expect.done(s.store().succeed(running));
    DueClaim late = s.claimOnlyDue();
    assertEquals("e3", late.claim().key().eventId(), "the row that is due");
    assertEquals(Turn.OUT_OF_ORDER, late.turn(), "turn of the late one");
    Expect.done(s.store().succeed(late.claim()));
    assertEquals(Turn.IN_ORDER, s.claimOnlyDue().turn(), "turn of the next");
  }

  @Rule(
      id = "TURN-6",
      text = "A scheduled row neither overtakes a late earlier one nor blocks it for ever.",
      lookAt = "which of the two waits: the later one, whatever came first")
  default void scheduledRowYieldsToALateOne(Scenario s) {
    ConsumptionKey later = Aggregates.open(s, ConsumptionState.RETRY_SCHEDULED, "e2", 2).key();
    Claim earlier = Aggregates.claim(s, "e1", 1);
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    assertEquals(List.of(), s.claimDue(10), "rows that are due while the earlier one runs");
    Aggregates.retry(s, earlier, Duration.ZERO);
    Claim again = s.claimOnlyDue().claim();
    assertEquals(earlier.key(), again.key(), "the earlier one runs again first");
    Expect.done(s.store().succeed(again));
    DueClaim next = s.claimOnlyDue();
    assertEquals(later, next.claim().key(), "then the later one");
    assertEquals(2, next.claim().attempt(), "its second start");
  }

  @Rule(
      id = "TURN-7",
      text = "A freed row can be put off, and keeps its turn.",
      lookAt = "the WHERE clause of defer: rows with a due time can be deferred")
  default void freedRowCanBeDeferred(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    ConsumptionKey next = Aggregates.park(s, "e2", 2);
    Expect.done(s.store().succeed(head));
    Expect.done(s.store().defer(next, s.version(next), Scenario.DELAY));
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
    Aggregates.blocked(s, Aggregates.bare(s, "e3", 3L));
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    assertEquals(next, s.claimOnlyDue().claim().key(), "the row that is due");
  }

  @Rule(
      id = "TURN-8",
      text = "A freed row that loses its turn to a late one waits again, and is freed again.",
      lookAt = "what claim-due does with a freed row that is no longer the first")
  default void freedRowCanLoseItsTurn(Scenario s) {
    Claim head = Aggregates.claim(s, "e1", 1);
    ConsumptionKey next = Aggregates.park(s, "e3", 3);
    Expect.done(s.store().succeed(head));
    Claim late = Aggregates.claim(s, "e2", 2);
    assertEquals(List.of(), s.claimDue(10), "rows that are due");
    Aggregates.waits(s, next);
    Expect.done(s.store().deadLetter(late, s.failure(ErrorClass.POISON), s.content("e2")));
    Aggregates.waits(s, next);
    Expect.done(s.store().discard(late.key(), s.version(late.key()), s.action()));
    assertEquals(next, s.claimOnlyDue().claim().key(), "the row that is due");
  }
}
