package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.OnOrphan;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import io.consumptionledger.spi.SweepVerbs.Recovered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** EXPIRE: what an earlier incarnation of this node left behind. EXPIRE-3 was withdrawn. */
public interface ExpireRules extends StoreRules {
  /** How far back the rules look. */
  Duration WITHIN = Duration.ofDays(1);

  private static int expire(Scenario s, Node node) {
    return s.store().expire(Tenant.DEFAULT, s.handler(), node, WITHIN, 100);
  }

  @Rule(
      id = "EXPIRE-1",
      text =
          "The lease of an earlier incarnation's claim ends now; the next redelivery takes over.",
      lookAt = "the SET clause of expire")
  default void earlierIncarnationExpires(Scenario s) {
    Claim claim = s.claim("e1");
    Node restarted = Node.start(s.node().id());
    assertEquals(1, expire(s, restarted), "the number of leases that were ended");
    Row row = s.row(claim.key());
    assertEquals(ConsumptionState.PROCESSING, row.summary().state(), "state");
    assertTrue(row.summary().leaseExpired(), "the lease has ended");
    assertEquals(claim.token(), row.summary().token(), "the token stays");
    assertEquals(1, row.summary().attempt(), "attempt");
    assertEquals(s.node(), row.node(), "node");
    assertEquals(2, row.summary().rowVersion(), "row version");
    Expect.almost(
        Duration.ZERO,
        Duration.between(row.updatedAt(), row.leaseExpiresAt()),
        "from being written to the lease's end");
    Expect.takenOver(
        s.store().takeOver(row.summary(), ClaimToken.random(), restarted, Scenario.LEASE, 3));
  }

  @Rule(
      id = "EXPIRE-2",
      text = "A claim of this incarnation or of another node is not touched.",
      lookAt = "node_id and node_incarnation in the WHERE clause of expire")
  default void livingOwnersAreLeftAlone(Scenario s) {
    for (Claim claim : List.of(s.claim("bare"), s.claimFull("full"))) {
      Picture before = s.picture(claim.key());
      assertEquals(0, expire(s, s.node()), "this incarnation");
      assertEquals(0, expire(s, Node.start("node-z")), "another node");
      assertEquals(0, expire(s, new Node("node-z", s.node().incarnation())), "another node");
      s.unchanged(before, claim.key());
    }
  }

  @Rule(
      id = "EXPIRE-4",
      text = "Rows received before the window, of other tenants or of other handlers stay.",
      lookAt = "received_at, tenant_id and handler_id in the WHERE clauses of expire-pick")
  default void onlyTheNamedRows(Scenario s) {
    Claim old = s.claim("old");
    s.fixture().elapse(WITHIN.plusMinutes(1));
    s.store().renew(List.of(old), Scenario.LEASE);
    List<ConsumptionKey> others = new ArrayList<>(List.of(old.key()));
    others.add(s.claim(s.bare(s.key(new Tenant("other"), "e1"))).key());
    others.add(s.claim(s.full(s.key(new Tenant("other"), "e2"))).key());
    others.add(
        s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e1", ""))).key());
    others.add(
        s.claim(s.full(new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e2", ""))).key());
    ConsumptionKey mine = s.claim("e1").key();
    assertEquals(1, expire(s, Node.start(s.node().id())), "the number of leases");
    assertTrue(s.summary(mine).leaseExpired(), "the named row");
    for (ConsumptionKey other : others) {
      assertTrue(!s.summary(other).leaseExpired(), other + " was not meant");
    }
  }

  @Rule(
      id = "EXPIRE-5",
      text = "No more rows than the limit; called again it goes on, and at last finds nothing.",
      lookAt = "LIMIT in expire, and that leases that have ended are not ended again")
  default void expireIsBoundedAndEnds(Scenario s) {
    for (int i = 0; i < 3; i++) {
      s.claim("e" + i);
    }
    Node restarted = Node.start(s.node().id());
    assertEquals(2, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 2));
    assertEquals(1, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 2));
    assertEquals(0, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 2));
  }

  @Rule(
      id = "EXPIRE-6",
      text =
          "The lease of a claim with content ends too, however old the row; RECOVER takes it then.",
      lookAt = "expire-held-pick, and that the window is for rows without content")
  default void contentIsRecoveredAtOnce(Scenario s) {
    Claim old = s.claimFull("old");
    s.fixture().elapse(WITHIN.plusDays(1));
    s.store().renew(List.of(old), Scenario.LEASE);
    s.scheduled("due", Duration.ZERO);
    Claim due = s.claimOnlyDue().claim();
    assertEquals(List.of(), recovered(s), "recovered while the leases last");
    assertEquals(2, expire(s, Node.start(s.node().id())), "the number of leases that were ended");
    for (Claim claim : List.of(old, due)) {
      Row row = s.row(claim.key());
      assertEquals(ConsumptionState.PROCESSING, row.summary().state(), "state");
      assertTrue(row.summary().leaseExpired(), "the lease has ended");
      assertEquals(claim.token(), row.summary().token(), "the token stays");
      assertEquals(s.node(), row.node(), "node");
    }
    assertEquals(Set.of(old.key(), due.key()), Set.copyOf(recovered(s)), "recovered after that");
  }

  private static List<ConsumptionKey> recovered(Scenario s) {
    return s
        .store()
        .recover(
            s.handler(),
            100,
            OnOrphan.RERUN,
            s.failure(ErrorClass.CRASH_LOOP),
            s.failure(ErrorClass.UNRECOVERABLE),
            Scenario.DELAY,
            100)
        .stream()
        .map(Recovered::key)
        .toList();
  }

  @Rule(
      id = "EXPIRE-7",
      text = "Rows with and without content share one limit; all are found in the end.",
      lookAt = "how the limit is handed on between the two parts of expire")
  default void oneLimitForBoth(Scenario s) {
    for (int i = 0; i < 3; i++) {
      s.claim("bare" + i);
      s.claimFull("full" + i);
    }
    Node restarted = Node.start(s.node().id());
    assertEquals(2, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 2));
    assertEquals(3, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 3));
    assertEquals(1, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 3));
    assertEquals(0, s.store().expire(Tenant.DEFAULT, s.handler(), restarted, WITHIN, 3));
  }

  @Rule(
      id = "EXPIRE-8",
      text = "Rows that another writer has locked are passed by, not waited for.",
      lookAt = "SKIP LOCKED in both parts of expire",
      needs = Capability.SKIP_LOCKED)
  default void lockedClaimsArePassedBy(Scenario s) {
    Node restarted = Node.start(s.node().id());
    for (boolean isBareLocked : new boolean[] {true, false}) {
      ConsumptionKey bare = s.claim("bare" + isBareLocked).key();
      ConsumptionKey full = s.claimFull("full" + isBareLocked).key();
      s.fixture()
          .dirtyHands()
          .whileLocked(
              isBareLocked ? bare : full,
              () -> assertEquals(1, expire(s, restarted), "what is not locked"));
      assertEquals(!isBareLocked, s.summary(bare).leaseExpired(), "the row without content");
      assertEquals(isBareLocked, s.summary(full).leaseExpired(), "the row with content");
      assertEquals(1, expire(s, restarted), "what was locked");
    }
  }
}
