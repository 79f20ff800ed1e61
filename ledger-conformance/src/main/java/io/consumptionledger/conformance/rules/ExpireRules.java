package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** EXPIRE: what an earlier incarnation of this node left behind without content. */
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
    Claim claim = s.claim("e1");
    Picture before = s.picture(claim.key());
    assertEquals(0, expire(s, s.node()), "this incarnation");
    assertEquals(0, expire(s, Node.start("node-z")), "another node");
    assertEquals(0, expire(s, new Node("node-z", s.node().incarnation())), "another node");
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "EXPIRE-3",
      text = "A claim with content is left to RECOVER.",
      lookAt = "payload_state in the WHERE clause of expire")
  default void contentIsLeftToRecover(Scenario s) {
    Claim claim = s.claimFull("e1");
    Picture before = s.picture(claim.key());
    assertEquals(0, expire(s, Node.start(s.node().id())), "the number of leases");
    s.unchanged(before, claim.key());
  }

  @Rule(
      id = "EXPIRE-4",
      text = "Rows received before the window, of other tenants or of other handlers stay.",
      lookAt = "received_at, tenant_id and handler_id in the WHERE clause of expire")
  default void onlyTheNamedRows(Scenario s) {
    Claim old = s.claim("old");
    s.fixture().elapse(WITHIN.plusMinutes(1));
    s.store().renew(List.of(old), Scenario.LEASE);
    List<ConsumptionKey> others = new ArrayList<>(List.of(old.key()));
    others.add(s.claim(s.bare(s.key(new Tenant("other"), "e1"))).key());
    others.add(
        s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, s.handler() + ".x", "e1", ""))).key());
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
}
