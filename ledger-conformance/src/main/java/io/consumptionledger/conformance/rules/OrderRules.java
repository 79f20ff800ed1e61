package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.ParkResult;
import io.consumptionledger.spi.Turn;
import java.util.List;

/** CLAIM of rows with an order: one at a time, none before an earlier one. */
public interface OrderRules extends StoreRules {
  private static Turn turn(ClaimResult result) {
    Expect.claimed(result);
    return ((ClaimResult.Claimed) result).turn();
  }

  @Rule(
      id = "ORDER-1",
      text = "A row does not start while an earlier one is processing, scheduled or dead.",
      lookAt = "which rows count as unresolved for claim")
  default void earlierRowHoldsBack(Scenario s) {
    for (ConsumptionState state :
        List.of(
            ConsumptionState.PROCESSING,
            ConsumptionState.RETRY_SCHEDULED,
            ConsumptionState.DEAD_LETTER)) {
      s.fixture().clear();
      Claim head = Aggregates.open(s, state, "head", 1);
      Picture before = s.picture(head.key());
      Aggregates.blocked(s, Aggregates.bare(s, "e2", 2L));
      s.unchanged(before, head.key());
    }
    s.fixture().clear();
    Claim head = Aggregates.claim(s, "head", 1);
    Aggregates.park(s, "e2", 2);
    Expect.done(s.store().succeed(head));
    Aggregates.blocked(s, Aggregates.bare(s, "e3", 3L));
  }

  @Rule(
      id = "ORDER-2",
      text = "Of one aggregate only one row is in PROCESSING, whatever the places are.",
      lookAt = "whether claim looks at who holds the gate")
  default void oneAtATime(Scenario s) {
    Claim running = Aggregates.claim(s, "e5", 5);
    Aggregates.blocked(s, Aggregates.bare(s, "earlier", 4L));
    Aggregates.blocked(s, Aggregates.bare(s, "same", 5L));
    Aggregates.blocked(s, Aggregates.bare(s, "later", 6L));
    Expect.done(s.store().succeed(running));
    Aggregates.claim(s, "later", 6);
  }

  @Rule(
      id = "ORDER-3",
      text = "Other aggregates, handlers and tenants, and rows without order, never wait.",
      lookAt = "the key of the gate, and of the search for earlier rows")
  default void othersNeverWait(Scenario s) {
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "dead", 1);
    NewRow like = Aggregates.bare(s, "e2", 2L);
    for (String other : List.of("a-2", "A-1", "a-1 ", "a")) {
      s.claim(Aggregates.placed(s, s.key("other " + other), other, 2L));
    }
    s.claim(s.full("without-order"));
    ConsumptionKey elsewhere = s.key(new Tenant("t2"), "e2");
    s.claim(new NewRow(elsewhere, like.metadata(), like.payloadHash(), null, like.order()));
    ConsumptionKey handler = new ConsumptionKey(Tenant.DEFAULT, s.handler() + "2", "e2", "");
    s.claim(new NewRow(handler, like.metadata(), like.payloadHash(), null, like.order()));
    NewRow free = new NewRow(s.key("free"), like.metadata(), like.payloadHash(), null, null);
    Expect.done(s.store().succeed(s.claim(free)));
    Aggregates.blocked(s, like);
  }

  @Rule(
      id = "ORDER-4",
      text = "Once all earlier ones are settled a row starts, and in order.",
      lookAt = "whether a settle gives back the place and the gate")
  default void nextStarts(Scenario s) {
    for (long place = 1; place <= 3; place++) {
      ClaimResult result = Aggregates.tryClaim(s, Aggregates.bare(s, "e" + place, place));
      assertEquals(Turn.IN_ORDER, turn(result), "turn of " + place);
      Expect.done(s.store().succeed(((ClaimResult.Claimed) result).claim()));
    }
  }

  @Rule(
      id = "ORDER-5",
      text = "What comes after a later one was settled runs, and is told to be out of order.",
      lookAt = "the highest settled place that the gate keeps")
  default void lateOneRunsOutOfOrder(Scenario s) {
    Expect.done(s.store().succeed(Aggregates.claim(s, "e5", 5)));
    ClaimResult late = Aggregates.tryClaim(s, Aggregates.bare(s, "e3", 3L));
    assertEquals(Turn.OUT_OF_ORDER, turn(late), "turn of the late one");
    Expect.done(s.store().succeed(((ClaimResult.Claimed) late).claim()));
    ClaimResult same = Aggregates.tryClaim(s, Aggregates.bare(s, "same", 5L));
    assertEquals(Turn.IN_ORDER, turn(same), "turn of one at the same place");
    Expect.done(s.store().succeed(((ClaimResult.Claimed) same).claim()));
    ClaimResult later = Aggregates.tryClaim(s, Aggregates.bare(s, "e6", 6L));
    assertEquals(Turn.IN_ORDER, turn(later), "turn of the next");
  }

  @Rule(
      id = "ORDER-6",
      text = "Rows at the same place do not wait for each other's retries or dead letters.",
      lookAt = "the comparison of places: earlier means less")
  default void tiesDoNotWait(Scenario s) {
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "dead", 1);
    Aggregates.open(s, ConsumptionState.RETRY_SCHEDULED, "scheduled", 1);
    Aggregates.claim(s, "third", 1);
  }

  @Rule(
      id = "ORDER-7",
      text = "In order of arrival each new row gets the next place, and only new rows use one up.",
      lookAt = "the arrival counter of the gate")
  default void arrivalsAreNumbered(Scenario s) {
    Claim first = s.claim(Aggregates.bare(s, "e1", null));
    assertEquals(1L, first.order().sequence(), "place of the first");
    Expect.exists(
        ConsumptionState.PROCESSING, Aggregates.tryClaim(s, Aggregates.bare(s, "e1", null)));
    Aggregates.blocked(s, Aggregates.bare(s, "e2", null));
    NewRow second = Aggregates.placed(s, s.key("e2"), Aggregates.FIRST, null);
    assertInstanceOf(ParkResult.Parked.class, s.store().park(second), "the second is parked");
    assertInstanceOf(ParkResult.Exists.class, s.store().park(second), "the second is there");
    NewRow third = Aggregates.placed(s, s.key("e3"), Aggregates.FIRST, null);
    Expect.recorded(Commit.DONE, s.store().recordTerminal(third, s.failure(ErrorClass.POISON)));
    Expect.recorded(Commit.EARLIER, s.store().recordTerminal(third, s.failure(ErrorClass.POISON)));
    NewRow fourth = Aggregates.placed(s, s.key("e4"), Aggregates.FIRST, null);
    Expect.recorded(
        Commit.DONE, s.store().recordFailure(fourth, s.failure(ErrorClass.POISON), null));
    List<Long> places =
        List.of("e1", "e2", "e3", "e4").stream()
            .map(event -> s.summary(s.key(event)).order().sequence())
            .toList();
    assertEquals(List.of(1L, 2L, 3L, 4L), places, "places in order of arrival");
  }

  @Rule(
      id = "ORDER-8",
      text = "A row's place comes back with its claim, row, list and refusal, and never changes.",
      lookAt = "the columns that each statement shows")
  default void placeComesBack(Scenario s) {
    Order order = new Order("account", Aggregates.FIRST, -7L);
    Claim claim = Aggregates.claim(s, "e1", -7);
    assertEquals(order, claim.order(), "order of the claim");
    assertEquals(order, s.summary(claim.key()).order(), "order of the row");
    assertEquals(
        order, s.store().list(List.of(claim.key())).get(0).summary().order(), "order in a list");
    assertEquals(order, s.store().lockedRead(claim.key()).orElseThrow().order(), "locked read");
    assertEquals(
        order,
        Expect.exists(
                ConsumptionState.PROCESSING, Aggregates.tryClaim(s, Aggregates.bare(s, "e1", 99L)))
            .order(),
        "order of the row that is there");
    Aggregates.retry(s, claim, java.time.Duration.ZERO);
    Claim due = s.claimOnlyDue().claim();
    assertEquals(order, due.order(), "order of the due claim");
    s.leaseEnds();
    Claim taken = s.takeOver(due.key());
    assertEquals(order, taken.order(), "order after a take-over");
    Expect.done(s.store().succeed(taken));
    assertEquals(order, s.summary(claim.key()).order(), "order of the settled row");
  }

  @Rule(
      id = "ORDER-9",
      text = "A duplicate is told what is there, also while another of its aggregate runs.",
      lookAt = "whether claim looks for the row before it answers that it is blocked")
  default void duplicateIsTold(Scenario s) {
    Expect.done(s.store().succeed(Aggregates.claim(s, "e1", 1)));
    Claim running = Aggregates.claim(s, "e2", 2);
    ConsumptionKey parked = Aggregates.park(s, "e3", 3);
    Expect.exists(ConsumptionState.SUCCEEDED, Aggregates.tryClaim(s, Aggregates.bare(s, "e1", 1L)));
    Expect.exists(
        ConsumptionState.PROCESSING, Aggregates.tryClaim(s, Aggregates.bare(s, "e2", 2L)));
    Expect.exists(
        ConsumptionState.RETRY_SCHEDULED, Aggregates.tryClaim(s, Aggregates.bare(s, "e3", 3L)));
    Expect.done(s.store().succeed(running));
    Expect.exists(
        ConsumptionState.RETRY_SCHEDULED, Aggregates.tryClaim(s, Aggregates.bare(s, "e3", 3L)));
    assertEquals(0, s.summary(parked).attempt(), "a parked row is not started by a duplicate");
  }

  @Rule(
      id = "ORDER-10",
      text = "Repeated with the same token a claim finds itself, although its gate is busy.",
      lookAt = "how claim answers when it holds the gate itself")
  default void repeatedOrderedClaimFindsItself(Scenario s) {
    ClaimToken token = ClaimToken.random();
    NewRow row = Aggregates.bare(s, "e1", 1L);
    Claim first = Expect.claimed(s.store().claim(row, token, s.node(), Scenario.LEASE));
    Claim again = Expect.claimed(s.store().claim(row, token, s.node(), Scenario.LEASE));
    assertEquals(first, again, "the repeated claim");
    assertEquals(1, s.summary(row.key()).rowVersion(), "version");
  }

  @Rule(
      id = "ORDER-11",
      text = "What was recorded without a claim holds back later rows; COMPLETE takes no order.",
      lookAt = "the place that record-terminal and record-failure write")
  default void recordsHoldBack(Scenario s) {
    NewRow terminal = s.placed(s.key("terminal"), 1);
    Expect.recorded(Commit.DONE, s.store().recordTerminal(terminal, s.failure(ErrorClass.POISON)));
    Aggregates.blocked(s, Aggregates.bare(s, "e2", 2L));
    NewRow failed = Aggregates.placed(s, s.key("failed"), "a-2", 1L);
    Expect.recorded(
        Commit.DONE,
        s.store().recordFailure(failed, s.failure(ErrorClass.RETRYABLE), Scenario.DELAY));
    Aggregates.blocked(s, Aggregates.placed(s, s.key("e3"), "a-2", 2L));
    NewRow complete = Aggregates.bare(s, "complete", 9L);
    assertThrows(IllegalArgumentException.class, () -> s.store().complete(complete), "COMPLETE");
  }

  @Rule(
      id = "ORDER-12",
      text = "A replay is refused behind an earlier unresolved row, and only there.",
      lookAt = "the search for earlier rows in authorize-replay")
  default void replayWaitsForEarlier(Scenario s) {
    ConsumptionKey second = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e2", 2).key();
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "same", 2);
    ConsumptionKey first = Aggregates.open(s, ConsumptionState.DEAD_LETTER, "e1", 1).key();
    Picture before = s.picture(second);
    Expect.refused(
        Transition.AUTHORIZE_REPLAY,
        ConsumptionState.DEAD_LETTER,
        s.store().authorizeReplay(second, s.version(second), s.approval()));
    s.unchanged(before, second);
    Expect.done(s.store().authorizeReplay(first, s.version(first), s.approval()));
    Expect.done(s.store().succeed(s.claimOnlyDue().claim()));
    Expect.done(s.store().authorizeReplay(second, s.version(second), s.approval()));
  }

  @Rule(
      id = "ORDER-13",
      text = "Places are compared as whole numbers of 64 bits.",
      lookAt = "the type of order_seq")
  default void placesAreWide(Scenario s) {
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "least", Long.MIN_VALUE);
    Aggregates.blocked(s, Aggregates.bare(s, "next", Long.MIN_VALUE + 1));
    Aggregates.blocked(s, Aggregates.bare(s, "most", Long.MAX_VALUE));
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "also-least", Long.MIN_VALUE);
  }
}
