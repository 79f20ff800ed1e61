package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Claimed;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.List;

/** Claims that are not settled. */
public interface InFlightRules extends StoreRules {
  private static List<Claimed> inFlight(Scenario s, Tenant tenant, String handler) {
    return Operations.on(s.store()).build().overview().inFlight(tenant, handler, 100);
  }

  private static List<String> events(List<Claimed> claims) {
    return claims.stream().map(claim -> claim.key().eventId()).toList();
  }

  @Rule(
      id = "IN_FLIGHT-1",
      text =
          "Claims are listed node by node, those held longest first, with the age and rest of leases.",
      lookAt = "in-flight: held, lease_left and node")
  default void claimsByNode(Scenario s) {
    Node other = Node.start("node-b");
    s.store().claim(s.bare("theirs"), ClaimToken.random(), other, Scenario.LEASE);
    s.claimFull("old");
    s.fixture().elapse(Duration.ofMinutes(3));
    s.claim("young");
    s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, "another", "elsewhere", "")));
    List<Claimed> claims = inFlight(s, Tenant.DEFAULT, null);
    assertEquals(4, claims.size(), "all of them");
    assertEquals("old", claims.get(0).key().eventId(), "held longest by the first node");
    assertEquals("theirs", claims.get(3).key().eventId(), "the second node's");
    assertEquals(
        List.of("old", "young", "theirs"),
        events(inFlight(s, Tenant.DEFAULT, s.handler())),
        "of one handler");
    Claimed old = claims.get(0);
    assertEquals(s.node().id(), old.nodeId(), "node");
    assertEquals(s.node().incarnation(), old.incarnation(), "which start of it");
    assertEquals(1, old.attempt(), "attempt");
    Expect.closeTo(Duration.ofMinutes(3), old.held(), "how long it is held");
    Expect.closeTo(Scenario.LEASE.minusMinutes(3), old.leaseLeft(), "what is left of the lease");
    assertEquals(s.row(old.key()).leaseExpiresAt(), old.leaseExpiresAt(), "when the lease ends");
  }

  @Rule(
      id = "IN_FLIGHT-2",
      text =
          "A renewed claim is as old as before; one whose lease has ended is still there with no rest.",
      lookAt = "what held is counted from, and whether in-flight asks for living leases")
  default void renewedAndEnded(Scenario s) {
    s.claim("ended");
    Claim renewed = s.claimFull("renewed");
    s.leaseEnds();
    s.store().renew(List.of(renewed), Scenario.LEASE);
    for (Claimed claim : inFlight(s, Tenant.DEFAULT, null)) {
      Expect.closeTo(Scenario.LEASE.plus(Scenario.MOMENT), claim.held(), "how long it is held");
    }
    List<Claimed> ended =
        inFlight(s, Tenant.DEFAULT, null).stream()
            .filter(claim -> claim.leaseLeft().isZero())
            .toList();
    assertEquals(List.of("ended"), events(ended), "whose lease has ended");
  }

  @Rule(
      id = "IN_FLIGHT-3",
      text =
          "Only rows in PROCESSING are in flight, only the tenant's, and no more than asked for.",
      lookAt = "status, tenant_id and LIMIT in in-flight")
  default void onlyClaims(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, state.name());
    }
    s.scheduled("due", Duration.ZERO);
    s.claimOnlyDue();
    Tenant other = new Tenant("other");
    s.claim(s.bare(s.key(other, "theirs")));
    s.claim(s.full(s.key(other, "theirs with content")));
    List<String> mine = events(inFlight(s, Tenant.DEFAULT, null));
    assertEquals(2, mine.size(), "my claims: " + mine);
    assertTrue(mine.containsAll(List.of("PROCESSING", "due")), "my claims: " + mine);
    assertEquals(2, inFlight(s, other, null).size(), "theirs");
    assertEquals(
        1,
        Operations.on(s.store()).build().overview().inFlight(Tenant.DEFAULT, null, 1).size(),
        "no more than asked for");
  }
}
