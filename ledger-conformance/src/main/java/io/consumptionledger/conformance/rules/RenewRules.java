package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.RenewResult;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** RENEW: the owner's lease starts anew. */
public interface RenewRules extends StoreRules {
  private static Claim forged(Claim claim) {
    return new Claim(
        claim.key(), ClaimToken.random(), claim.epoch(), claim.attempt(), claim.yields());
  }

  @Rule(
      id = "RENEW-1",
      text = "The lease starts anew, and nothing else of the row changes, not even its version.",
      lookAt = "the SET clause of renew")
  default void renewTouchesTheLeaseOnly(Scenario s) {
    Claim claim = s.claim("e1");
    s.fixture().elapse(Scenario.LEASE.dividedBy(2));
    Row before = s.row(claim.key());
    assertEquals(
        Map.of(claim, RenewResult.RENEWED), s.store().renew(List.of(claim), Scenario.LEASE));
    Row after = s.row(claim.key());
    Expect.closeTo(Scenario.LEASE, after.summary().leaseLeft(), "the lease");
    assertEquals(before.summary().rowVersion(), after.summary().rowVersion(), "row version");
    assertEquals(before.updatedAt(), after.updatedAt(), "updated at");
    assertEquals(before.summary().token(), after.summary().token(), "token");
    assertEquals(before.summary().attempt(), after.summary().attempt(), "attempt");
    assertEquals(before.summary().epoch(), after.summary().epoch(), "epoch");
    assertEquals(before.node(), after.node(), "node");
  }

  @Rule(
      id = "RENEW-2",
      text = "A wrong token is LOST, and the lease stays as it was.",
      lookAt = "the token in the WHERE clause of renew")
  default void wrongTokenDoesNotRenew(Scenario s) {
    Claim claim = s.claim("e1");
    Claim forged = forged(claim);
    Picture before = s.picture(claim.key());
    assertEquals(
        Map.of(forged, RenewResult.LOST),
        s.store().renew(List.of(forged), Scenario.LEASE.multipliedBy(2)));
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "RENEW-3",
      text = "Many claims are renewed at once, each with its own result.",
      lookAt = "how renew tells its results apart")
  default void eachClaimHasItsOwnResult(Scenario s) {
    Claim held = s.claim("held");
    Claim forged = forged(s.claim("forged"));
    Claim settled = s.claim("settled");
    Expect.done(s.store().succeed(settled));
    Claim gone = new Claim(s.key("gone"), ClaimToken.random(), 1, 1, 0);
    assertEquals(
        Map.of(
            held,
            RenewResult.RENEWED,
            forged,
            RenewResult.LOST,
            settled,
            RenewResult.LOST,
            gone,
            RenewResult.LOST),
        s.store().renew(List.of(held, forged, settled, gone), Scenario.LEASE),
        "the results");
  }

  @Rule(
      id = "RENEW-4",
      text = "A lease that has ended can be renewed as long as nobody else has taken the row.",
      lookAt = "whether renew looks at the lease")
  default void endedLeaseCanBeRenewed(Scenario s) {
    Claim claim = s.claim("e1");
    s.leaseEnds();
    assertEquals(
        Map.of(claim, RenewResult.RENEWED), s.store().renew(List.of(claim), Scenario.LEASE));
    Expect.closeTo(Scenario.LEASE, s.summary(claim.key()).leaseLeft(), "the lease");
  }

  @Rule(
      id = "RENEW-5",
      text = "The renewal of a lost claim does not lengthen the new owner's lease.",
      lookAt = "the token in the WHERE clause of renew")
  default void lostClaimDoesNotLengthenAnothersLease(Scenario s) {
    Claim old = s.claim("e1");
    s.leaseEnds();
    s.takeOver(old.key());
    s.fixture().elapse(Duration.ofMinutes(3));
    Picture before = s.picture(old.key());
    assertEquals(Map.of(old, RenewResult.LOST), s.store().renew(List.of(old), Scenario.LEASE));
    s.unchanged(before, old.key());
  }

  @Rule(
      id = "RENEW-6",
      text = "1,000 claims are renewed in one call; none is a call without effect.",
      lookAt = "limits on parameters, and empty lists")
  default void fullAndEmptyCalls(Scenario s) {
    assertEquals(Map.of(), s.store().renew(List.of(), Scenario.LEASE), "no claims");
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      claims.add(s.claim("e" + i));
    }
    while (claims.size() < 1000) {
      claims.add(new Claim(s.key("none" + claims.size()), ClaimToken.random(), 1, 1, 0));
    }
    Map<Claim, RenewResult> results = s.store().renew(claims, Scenario.LEASE);
    assertEquals(1000, results.size(), "the number of results");
    long renewed = results.values().stream().filter(r -> r == RenewResult.RENEWED).count();
    assertEquals(40, renewed, "the number of renewed claims");
  }

  @Rule(
      id = "RENEW-7",
      text =
          "A row that another writer has locked is LOCKED, not waited for, and others are renewed.",
      lookAt = "SKIP LOCKED in renew, and how it tells LOCKED from LOST",
      needs = Capability.SKIP_LOCKED)
  default void lockedRowIsNotWaitedFor(Scenario s) {
    Claim locked = s.claim("locked");
    Claim free = s.claim("free");
    ConsumptionKey key = locked.key();
    s.fixture()
        .dirtyHands()
        .whileLocked(
            key,
            () ->
                assertEquals(
                    Map.of(locked, RenewResult.LOCKED, free, RenewResult.RENEWED),
                    s.store().renew(List.of(locked, free), Scenario.LEASE),
                    "the results"));
    assertTrue(s.store().renew(List.of(locked), Scenario.LEASE).containsValue(RenewResult.RENEWED));
  }

  @Rule(
      id = "RENEW-8",
      text = "A lost claim and its successor in one call get LOST and RENEWED, in either order.",
      lookAt = "results that are kept by key instead of by claim")
  default void lostClaimAndItsSuccessorTogether(Scenario s) {
    Claim old = s.claim("e1");
    s.leaseEnds();
    Claim successor = s.takeOver(old.key());
    Map<Claim, RenewResult> expected =
        Map.of(old, RenewResult.LOST, successor, RenewResult.RENEWED);
    assertEquals(expected, s.store().renew(List.of(old, successor), Scenario.LEASE), "old first");
    assertEquals(expected, s.store().renew(List.of(successor, old), Scenario.LEASE), "old last");
  }
}
