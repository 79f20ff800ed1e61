package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.consumptionledger.conformance.Capability;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import io.consumptionledger.spi.RenewResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What one heartbeat works with: renewals and signs of life. */
public interface HeartbeatRules extends StoreRules {
  /** Long enough for any server that answers. */
  Duration TIMEOUT = Duration.ofSeconds(20);

  /** How far back the rules look for a sign of life. */
  Duration LATELY = Duration.ofMinutes(5);

  private static List<UUID> twins(Scenario s) {
    return s.second().liveTwins(Node.start("node-a"), LATELY).stream()
        .map(Twin::incarnation)
        .toList();
  }

  @Rule(
      id = "HEARTBEAT-1",
      text = "A heartbeat renews as RENEW does: each claim has its own result, again and again.",
      lookAt = "what the session shares with renew")
  default void heartbeatRenews(Scenario s) {
    Claim held = s.claim("held");
    Claim settled = s.claim("settled");
    Expect.done(s.store().succeed(settled));
    Claim gone = new Claim(s.key("gone"), ClaimToken.random(), 1, 1, 0);
    Map<Claim, RenewResult> expected =
        Map.of(held, RenewResult.RENEWED, settled, RenewResult.LOST, gone, RenewResult.LOST);
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      assertEquals(Map.of(), heartbeat.renew(List.of(), Scenario.LEASE), "no claims");
      for (int beats = 0; beats < 3; beats++) {
        s.fixture().elapse(Scenario.LEASE.dividedBy(2));
        assertEquals(expected, heartbeat.renew(List.of(held, settled, gone), Scenario.LEASE));
        Expect.closeTo(Scenario.LEASE, s.summary(held.key()).leaseLeft(), "the lease");
        assertEquals(1, s.version(held.key()), "row version");
      }
    }
  }

  @Rule(
      id = "HEARTBEAT-2",
      text =
          "A heartbeat that beats keeps its node alive, also when the node's record was deleted.",
      lookAt = "renewed_at in start-node, and that a beat makes the row if there is none")
  default void beatKeepsTheNodeAlive(Scenario s) {
    Node node = Node.start("node-a");
    s.store().startNode(node);
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      for (int beats = 0; beats < 3; beats++) {
        s.fixture().elapse(LATELY.minusMinutes(1));
        heartbeat.beat(node);
        assertEquals(List.of(node.incarnation()), twins(s), "twins after a beat");
      }
    }
    s.fixture().clear();
    assertEquals(List.of(), twins(s), "twins of nobody");
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      heartbeat.beat(node);
      assertEquals(List.of(node.incarnation()), twins(s), "twins after the record was gone");
    }
    s.fixture().elapse(LATELY.plusMinutes(1));
    assertEquals(List.of(), twins(s), "twins long after the last beat");
  }

  @Rule(
      id = "HEARTBEAT-3",
      text = "The heartbeat of an owner that was frozen does not lengthen its successor's lease.",
      lookAt = "the token in renew-pick")
  default void frozenOwnerLosesItsClaim(Scenario s) {
    Claim frozen = s.claim("e1");
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      s.leaseEnds();
      Claim successor = s.takeOver(frozen.key());
      s.fixture().elapse(Duration.ofMinutes(3));
      Picture before = s.picture(frozen.key());
      assertEquals(
          Map.of(frozen, RenewResult.LOST), heartbeat.renew(List.of(frozen), Scenario.LEASE));
      s.unchanged(before, frozen.key());
      assertEquals(
          Map.of(successor, RenewResult.RENEWED),
          heartbeat.renew(List.of(successor), Scenario.LEASE));
    }
  }

  @Rule(
      id = "HEARTBEAT-4",
      text = "A row that its owner is settling is LOCKED for the heartbeat and not waited for.",
      lookAt = "SKIP LOCKED in renew-pick",
      needs = Capability.SKIP_LOCKED)
  default void lockedRowHoldsUpNobody(Scenario s) {
    Claim locked = s.claim("locked");
    Claim free = s.claim("free");
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT)) {
      s.fixture()
          .dirtyHands()
          .whileLocked(
              locked.key(),
              () ->
                  assertEquals(
                      Map.of(locked, RenewResult.LOCKED, free, RenewResult.RENEWED),
                      heartbeat.renew(List.of(locked, free), Scenario.LEASE),
                      "the results"));
    }
  }

  @Rule(
      id = "HEARTBEAT-5",
      text = "A heartbeat has a time-out, can be closed twice, and refuses work after that.",
      lookAt = "how the session is opened and closed")
  default void closedHeartbeatRefuses(Scenario s) {
    assertThrows(
        IllegalArgumentException.class, () -> s.store().openHeartbeat(Duration.ZERO), "no time");
    Claim claim = s.claim("e1");
    HeartbeatSession heartbeat = s.store().openHeartbeat(TIMEOUT);
    heartbeat.beat(s.node());
    heartbeat.close();
    heartbeat.close();
    assertThrows(
        IllegalStateException.class, () -> heartbeat.renew(List.of(claim), Scenario.LEASE));
    assertThrows(IllegalStateException.class, () -> heartbeat.beat(s.node()));
    assertEquals(
        Map.of(claim, RenewResult.RENEWED), s.store().renew(List.of(claim), Scenario.LEASE));
  }
}
