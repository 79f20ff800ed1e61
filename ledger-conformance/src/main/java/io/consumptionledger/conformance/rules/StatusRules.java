package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.consumptionledger.Anomaly;
import io.consumptionledger.AnomalyKind;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Aggregates;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.operations.Count;
import io.consumptionledger.operations.Operations;
import io.consumptionledger.operations.Overview;
import io.consumptionledger.operations.Page;
import io.consumptionledger.operations.Status;
import io.consumptionledger.operations.Status.HandlerStatus;
import io.consumptionledger.operations.Status.LiveNode;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How handlers and nodes stand, and what should not have happened. */
public interface StatusRules extends StoreRules {
  private static Overview overview(Scenario s) {
    return Operations.on(s.store()).build().overview();
  }

  @Rule(
      id = "STATUS-1",
      text = "Each handler of the tenant is told with the number of its rows in each state.",
      lookAt = "handlers, count-states, count-held, count-waiting and count-dead")
  default void statesAreCounted(Scenario s) {
    s.claim("plain");
    s.claimFull("with content");
    s.scheduled("due", Duration.ZERO);
    s.claimOnlyDue();
    s.scheduled("later", Scenario.DELAY);
    Aggregates.open(s, ConsumptionState.DEAD_LETTER, "head", 1);
    Aggregates.park(s, "parked", 2);
    s.dead("dead");
    s.succeeded("done");
    s.discarded("discarded");
    s.claim(s.bare(new ConsumptionKey(Tenant.DEFAULT, "another", "e", "")));
    s.claim(s.bare(s.key(new Tenant("other"), "e")));
    Status status = overview(s).status(Tenant.DEFAULT, 100);
    assertEquals(
        List.of("another", s.handler()),
        status.handlers().stream().map(HandlerStatus::handlerId).toList(),
        "the handlers");
    Map<ConsumptionState, Count> counts = status.handlers().get(1).counts();
    assertEquals(
        Map.of(
            ConsumptionState.PROCESSING, new Count.Exactly(3),
            ConsumptionState.RETRY_SCHEDULED, new Count.Exactly(2),
            ConsumptionState.DEAD_LETTER, new Count.Exactly(2),
            ConsumptionState.SUCCEEDED, new Count.Exactly(1),
            ConsumptionState.DISCARDED, new Count.Exactly(1)),
        counts,
        "the numbers");
  }

  @Rule(
      id = "STATUS-2",
      text = "Each number is exact up to the limit, and \"more than\" beyond it.",
      lookAt = "the limits of the counts that load makes")
  default void numbersAreBounded(Scenario s) {
    for (int i = 0; i < 4; i++) {
      s.dead("dead" + i);
      s.scheduled("wait" + i, Scenario.DELAY);
      s.claim("plain" + i);
      s.claimFull("full" + i);
      s.succeeded("done" + i);
    }
    Map<ConsumptionState, Count> counts =
        overview(s).status(Tenant.DEFAULT, 3).handlers().get(0).counts();
    for (ConsumptionState state : ConsumptionState.values()) {
      Count expected =
          state == ConsumptionState.DISCARDED ? new Count.Exactly(0) : new Count.AtLeast(4);
      assertEquals(expected, counts.get(state), "number of " + state);
    }
    assertEquals(
        new Count.Exactly(8),
        overview(s)
            .status(Tenant.DEFAULT, 8)
            .handlers()
            .get(0)
            .counts()
            .get(ConsumptionState.PROCESSING),
        "claims with and without content");
  }

  @Rule(
      id = "STATUS-3",
      text = "The oldest due time is that of the row due longest; none is told while none is due.",
      lookAt = "oldest-due")
  default void oldestDue(Scenario s) {
    s.scheduled("later", Duration.ofHours(5));
    assertNull(
        overview(s).status(Tenant.DEFAULT, 9).handlers().get(0).oldestDue(), "nothing is due");
    s.scheduled("first", Duration.ZERO);
    s.fixture().elapse(Duration.ofMinutes(20));
    s.scheduled("second", Duration.ZERO);
    s.store()
        .recordFailure(
            s.full(s.key(new Tenant("other"), "e")),
            s.failure(ErrorClass.RETRYABLE),
            Duration.ZERO);
    s.fixture().elapse(Duration.ofMinutes(10));
    Expect.closeTo(
        Duration.ofMinutes(30),
        overview(s).status(Tenant.DEFAULT, 9).handlers().get(0).oldestDue(),
        "the oldest");
    Expect.closeTo(
        Duration.ofMinutes(10),
        overview(s).status(new Tenant("other"), 9).handlers().get(0).oldestDue(),
        "the other tenant's");
  }

  @Rule(
      id = "STATUS-4",
      text = "Paused handlers are those of the tenant; nodes are those that have not stopped.",
      lookAt = "nodes, and which pauses a tenant is told")
  default void pausesAndNodes(Scenario s) {
    s.store().pause(Tenant.DEFAULT, "mine", s.action(), Duration.ofHours(1));
    s.store().pause(new Tenant("other"), "theirs", s.action(), null);
    Node stopped = Node.start("node-b");
    Node old = Node.start("node-c");
    s.store().startNode(stopped);
    s.store().startNode(old);
    s.store().stopNode(stopped);
    s.fixture().elapse(Duration.ofMinutes(5));
    s.store().startNode(s.node());
    Status status = overview(s).status(Tenant.DEFAULT, 9);
    assertEquals(
        List.of("mine"), status.paused().stream().map(Status.Pause::handlerId).toList(), "paused");
    assertEquals("olga", status.paused().get(0).by(), "who paused it");
    assertEquals("looked into it", status.paused().get(0).reason(), "why");
    Expect.closeTo(Duration.ofMinutes(55), status.paused().get(0).left(), "how long it still is");
    assertEquals(
        List.of("node-a", "node-c"), status.nodes().stream().map(LiveNode::id).toList(), "nodes");
    assertEquals(s.node().incarnation(), status.nodes().get(0).incarnation(), "which start");
    Expect.closeTo(
        Duration.ofMinutes(5), status.nodes().get(1).sinceRenewal(), "the last sign of life");
  }

  @Rule(
      id = "STATUS-5",
      text =
          "Anomalies are listed by tenant, kind and half-open window, newest first, page by page; those of"
              + " a row with the row.",
      lookAt = "anomaly-page and anomalies-of")
  default void anomaliesByPage(Scenario s) {
    Set<AnomalyKind> two = EnumSet.of(AnomalyKind.CRASH_LOOP, AnomalyKind.LATE_SETTLE);
    s.dead("e1");
    for (int i = 0; i < 5; i++) {
      for (AnomalyKind kind : two) {
        s.store().recordAnomaly(new Anomaly(s.key("e" + i), i, kind, "seen", null));
      }
      s.store().recordAnomaly(new Anomaly(s.key("e1"), i, AnomalyKind.OUT_OF_ORDER, "x", null));
      s.store()
          .recordAnomaly(
              new Anomaly(
                  s.key(new Tenant("other"), "e1"), i, AnomalyKind.CRASH_LOOP, "theirs", null));
      s.fixture().elapse(Duration.ofMinutes(1));
    }
    List<Anomaly> all = page(s, two, null, null, null, 100).items();
    assertEquals(
        List.of(4L, 4L, 3L, 3L, 2L, 2L, 1L, 1L, 0L, 0L),
        all.stream().map(Anomaly::epoch).toList(),
        "newest first, of these kinds, of this tenant");
    for (int size : new int[] {1, 3, 4}) {
      List<Anomaly> turned = new ArrayList<>();
      String next = null;
      do {
        Page<Anomaly> page = page(s, two, null, null, next, size);
        turned.addAll(page.items());
        next = page.next();
      } while (next != null && turned.size() < 100);
      assertEquals(all, turned, "in pages of " + size);
    }
    Instant from = all.get(5).seenAt();
    Instant before = all.get(1).seenAt();
    assertEquals(
        all.stream()
            .filter(a -> !a.seenAt().isBefore(from) && a.seenAt().isBefore(before))
            .toList(),
        page(s, two, from, before, null, 100).items(),
        "within a window");
    List<Anomaly> ofRow =
        Operations.on(s.store())
            .build()
            .rows()
            .show(Tenant.DEFAULT, s.key("e1"))
            .orElseThrow()
            .anomalies();
    assertEquals(7, ofRow.size(), "those of a row");
    assertEquals(4, ofRow.get(0).epoch(), "the newest first");
  }

  private static Page<Anomaly> page(
      Scenario s, Set<AnomalyKind> kinds, Instant from, Instant before, String token, int limit) {
    return overview(s).anomalies(Tenant.DEFAULT, kinds, from, before, token, limit);
  }
}
