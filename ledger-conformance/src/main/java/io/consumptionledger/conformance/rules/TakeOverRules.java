package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Transition;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.RowSummary;
import io.consumptionledger.spi.TakeOverResult;
import java.time.Duration;
import java.util.List;

/** TAKE_OVER: a claim whose lease has ended passes to another owner. */
public interface TakeOverRules extends StoreRules {
  @Rule(
      id = "TAKE_OVER-1",
      text = "A row whose lease has ended gets a new owner: new token, epoch and attempt raised.",
      lookAt = "the SET clause of take-over")
  default void takeOverGivesNewOwner(Scenario s) {
    Claim old = s.claim("e1");
    s.leaseEnds();
    Node rescuer = Node.start("node-b");
    ClaimToken token = ClaimToken.random();
    Claim claim =
        Expect.takenOver(
            s.store()
                .takeOver(
                    s.summary(old.key()), token, rescuer, Scenario.LEASE, Scenario.MAX_ATTEMPTS));
    assertEquals(new Claim(old.key(), token, 2, 2, 0), claim, "the claim");
    Row row = s.row(old.key());
    assertEquals(token, row.summary().token(), "token");
    assertEquals(2, row.summary().epoch(), "epoch");
    assertEquals(2, row.summary().attempt(), "attempt");
    assertEquals(2, row.summary().rowVersion(), "row version");
    assertEquals(rescuer, row.node(), "node");
    Expect.closeTo(Scenario.LEASE, row.summary().leaseLeft(), "the new lease");
  }

  @Rule(
      id = "TAKE_OVER-2",
      text = "While the lease lasts nobody takes over.",
      lookAt = "the lease in the WHERE clause of take-over, and its clock")
  default void noTakeOverWhileLeaseLasts(Scenario s) {
    Claim owner = s.claim("e1");
    s.fixture().elapse(Scenario.LEASE.minus(Duration.ofMinutes(1)));
    Picture before = s.picture(owner.key());
    Expect.notTakenOver(ConsumptionState.PROCESSING, attempt(s, s.summary(owner.key())));
    s.unchanged(before, owner.key());
  }

  private static TakeOverResult attempt(Scenario s, RowSummary seen) {
    return s.store()
        .takeOver(seen, ClaimToken.random(), s.node(), Scenario.LEASE, Scenario.MAX_ATTEMPTS);
  }

  @Rule(
      id = "TAKE_OVER-3",
      text = "Who saw an older token does not take over, even if the lease has ended again.",
      lookAt = "the token in the WHERE clause of take-over")
  default void takeOverNeedsTheTokenSeen(Scenario s) {
    Claim first = s.claim("e1");
    s.leaseEnds();
    RowSummary seenBefore = s.summary(first.key());
    Claim second = s.takeOver(first.key());
    s.leaseEnds();
    Picture before = s.picture(first.key());
    RowSummary actual = Expect.notTakenOver(ConsumptionState.PROCESSING, attempt(s, seenBefore));
    assertEquals(second.token(), actual.token(), "the token of the row as it is");
    s.unchanged(before, first.key());
  }

  @Rule(
      id = "TAKE_OVER-4",
      text = "With all attempts used up nothing changes, and the answer is EXHAUSTED.",
      lookAt = "the maximum in take-over")
  default void takeOverStopsAtMaximum(Scenario s) {
    Claim claim = s.claim("e1");
    for (int attempt = 1; attempt < Scenario.MAX_ATTEMPTS; attempt++) {
      s.leaseEnds();
      claim = Expect.takenOver(attempt(s, s.summary(claim.key())));
    }
    s.leaseEnds();
    Picture before = s.picture(claim.key());
    TakeOverResult.Exhausted exhausted =
        assertInstanceOf(
            TakeOverResult.Exhausted.class,
            attempt(s, s.summary(claim.key())),
            "attempt " + claim.attempt() + " of " + Scenario.MAX_ATTEMPTS + " was the last");
    assertEquals(claim.token(), exhausted.row().token(), "the token that proves the orphan");
    assertTrue(exhausted.row().leaseExpired(), "its lease has ended");
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "TAKE_OVER-5",
      text = "Starts that ended in RELEASE do not count towards the maximum.",
      lookAt = "attempt - yields in take-over")
  default void yieldsDoNotCount(Scenario s) {
    Claim claim = s.claim("e1");
    for (int i = 0; i < Scenario.MAX_ATTEMPTS; i++) {
      Expect.done(s.store().release(claim, s.content("e1"), Duration.ZERO));
      claim = s.claimOnlyDue().claim();
    }
    s.leaseEnds();
    Claim taken = Expect.takenOver(attempt(s, s.summary(claim.key())));
    assertEquals(Scenario.MAX_ATTEMPTS + 2, taken.attempt(), "attempt");
    assertEquals(Scenario.MAX_ATTEMPTS, taken.yields(), "yields");
  }

  @Rule(
      id = "TAKE_OVER-6",
      text = "A row that is gone cannot be taken over.",
      lookAt = "what take-over answers when no row is updated")
  default void goneRowIsNotTakenOver(Scenario s) {
    ConsumptionKey key = s.succeeded("e1");
    RowSummary seen = s.summary(key);
    s.fixture().clear();
    Expect.notTakenOver(null, attempt(s, seen));
    assertTrue(s.store().get(key).isEmpty(), "there is still no row");
  }

  @Rule(
      id = "TAKE_OVER-7",
      text = "The old owner is out: it can neither settle nor renew.",
      lookAt = "the token in the WHERE clause of the settling verbs and of renew")
  default void oldOwnerIsOut(Scenario s) {
    Claim old = s.claim("e1");
    s.leaseEnds();
    Claim current = s.takeOver(old.key());
    Picture before = s.picture(old.key());
    Expect.refused(Transition.SUCCEED, ConsumptionState.PROCESSING, s.store().succeed(old));
    assertEquals(
        RenewResult.LOST,
        s.store().renew(List.of(old), Scenario.LEASE).get(old),
        "the old owner's renewal");
    s.unchanged(before, old.key());
    Expect.done(s.store().succeed(current));
  }

  @Rule(
      id = "TAKE_OVER-8",
      text = "The last error and the stored content stay on the row.",
      lookAt = "the SET clause of take-over")
  default void takeOverKeepsErrorAndContent(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    s.claimOnlyDue();
    s.leaseEnds();
    s.takeOver(key);
    assertEquals(s.failure(ErrorClass.RETRYABLE), s.row(key).failure(), "the last error");
    assertEquals(s.content("e1"), s.store().content(key).orElse(null), "the content");
  }

  @Rule(
      id = "TAKE_OVER-9",
      text = "A row that was settled after it was seen as an orphan is not taken over.",
      lookAt = "the state in the WHERE clause of take-over")
  default void settledRowIsNotTakenOver(Scenario s) {
    Claim owner = s.claim("e1");
    s.leaseEnds();
    RowSummary seen = s.summary(owner.key());
    Expect.done(s.store().succeed(owner));
    Picture before = s.picture(owner.key());
    Expect.notTakenOver(ConsumptionState.SUCCEEDED, attempt(s, seen));
    s.unchanged(before, owner.key());
  }

  @Rule(
      id = "TAKE_OVER-10",
      text = "Seeing an expired lease changes nothing, however often it is seen.",
      lookAt = "whether reads or claims write to the row")
  default void seeingAnOrphanChangesNothing(Scenario s) {
    Claim owner = s.claim("e1");
    s.leaseEnds();
    Picture before = s.picture(owner.key());
    for (int i = 0; i < 3; i++) {
      RowSummary seen = s.store().lockedRead(owner.key()).orElseThrow();
      assertTrue(seen.leaseExpired(), "the lease has ended");
      assertNotEquals(null, seen.token(), "the token is shown to the store's user");
    }
    s.unchanged(before, owner.key());
    Expect.done(s.store().succeed(owner));
  }
}
