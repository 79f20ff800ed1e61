package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.HeartbeatSession;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.NodeVerbs.Twin;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Which nodes run, judged by the store's clock. */
public interface NodeRules extends StoreRules {
  /** How far back the rules look for a sign of life. */
  Duration LATELY = Duration.ofMinutes(5);

  private static List<UUID> twins(Scenario s, Node node) {
    return s.second().liveTwins(node, LATELY).stream().map(Twin::incarnation).toList();
  }

  @Rule(
      id = "NODE-1",
      text = "A started node is a live twin of other incarnations of its id, and of nobody else.",
      lookAt = "node_id and node_incarnation in the WHERE clause of live-twins")
  default void startedNodeIsATwin(Scenario s) {
    Node first = Node.start("node-a");
    Node second = Node.start("node-a");
    s.store().startNode(first);
    assertEquals(List.of(first.incarnation()), twins(s, second), "twins of the second");
    assertEquals(List.of(), twins(s, first), "twins of the first");
    assertEquals(List.of(), twins(s, Node.start("node-A")), "twins of another id");
    s.store().startNode(second);
    assertEquals(List.of(second.incarnation()), twins(s, first), "twins of the first");
  }

  @Rule(
      id = "NODE-2",
      text = "A start that is repeated is the same start, renewed just now.",
      lookAt = "what start-node does when the row is there")
  default void repeatedStartRenews(Scenario s) {
    Node node = Node.start("node-a");
    s.store().startNode(node);
    s.fixture().elapse(LATELY.minusMinutes(1));
    Twin before = s.store().liveTwins(Node.start("node-a"), LATELY).get(0);
    Expect.closeTo(LATELY.minusMinutes(1), before.sinceRenewal(), "the time since the renewal");
    s.store().startNode(node);
    List<Twin> twins = s.store().liveTwins(Node.start("node-a"), LATELY);
    assertEquals(1, twins.size(), "the number of twins");
    Expect.closeTo(Duration.ZERO, twins.get(0).sinceRenewal(), "the time since the renewal");
  }

  @Rule(
      id = "NODE-3",
      text = "A node that has stopped is no live twin, whatever is heard of it afterwards.",
      lookAt = "stopped_at in live-twins, and that start-node leaves it alone")
  default void stoppedNodeStaysStopped(Scenario s) {
    Node node = Node.start("node-a");
    Node other = Node.start("node-a");
    s.store().startNode(node);
    s.store().startNode(other);
    s.store().stopNode(node);
    s.store().stopNode(node);
    s.store().startNode(node);
    try (HeartbeatSession heartbeat = s.store().openHeartbeat(Duration.ofSeconds(20))) {
      heartbeat.beat(node);
    }
    assertEquals(List.of(other.incarnation()), twins(s, Node.start("node-a")), "twins");
  }

  @Rule(
      id = "NODE-4",
      text = "A node that was last heard of before the window is no live twin.",
      lookAt = "renewed_at in live-twins, and whose clock judges it")
  default void silentNodeIsNoTwin(Scenario s) {
    Node silent = Node.start("node-a");
    Node alive = Node.start("node-a");
    s.store().startNode(silent);
    s.store().startNode(alive);
    s.fixture().elapse(LATELY.minusMinutes(1));
    s.store().startNode(alive);
    s.fixture().elapse(Duration.ofMinutes(2));
    assertEquals(List.of(alive.incarnation()), twins(s, Node.start("node-a")), "twins");
  }

  @Rule(
      id = "NODE-5",
      text = "A node that is not known cannot be stopped: it starts as any other.",
      lookAt = "whether stop-node makes a row")
  default void unknownNodeIsNotStopped(Scenario s) {
    Node node = Node.start("node-a");
    s.store().stopNode(node);
    s.store().startNode(node);
    assertEquals(List.of(node.incarnation()), twins(s, Node.start("node-a")), "twins");
  }
}
