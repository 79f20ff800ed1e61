package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Picture;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.SweepVerbs.DueQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which tenants and handlers have due rows. */
public interface DueQueueRules extends StoreRules {
  private static ConsumptionKey waiting(
      Scenario s, String tenant, String suffix, String event, Duration delay) {
    ConsumptionKey key = new ConsumptionKey(new Tenant(tenant), s.handler() + suffix, event, "");
    Claim claim = s.claim(s.bare(key));
    Expect.done(
        s.store().scheduleRetry(claim, s.failure(ErrorClass.RETRYABLE), s.content(event), delay));
    return key;
  }

  private static String shown(Scenario s, DueQueue queue) {
    return queue.handlerId().substring(s.handler().length()) + "/" + queue.tenant();
  }

  private static List<String> queues(Scenario s) {
    return s.store().dueQueues(null, 1000).stream().map(queue -> shown(s, queue)).toList();
  }

  @Rule(
      id = "DUE_QUEUE-1",
      text =
          "Each handler and tenant with due rows is told once, in their order, with how long its"
              + " longest due row has been due.",
      lookAt = "the order of the due index, and how due-queues steps to the next queue")
  default void eachQueueOnce(Scenario s) {
    waiting(s, "t1", ".b", "first", Duration.ZERO);
    s.fixture().elapse(Duration.ofMinutes(30));
    for (int i = 0; i < 20; i++) {
      waiting(s, "t1", ".b", "e" + i, Duration.ZERO);
    }
    waiting(s, "t2", ".b", "e1", Duration.ZERO);
    waiting(s, "t1", ".a", "e1", Duration.ZERO);
    waiting(s, "T1", ".a", "e1", Duration.ZERO);
    waiting(s, "t1 ", ".a", "e1", Duration.ZERO);
    s.fixture().elapse(Duration.ofMinutes(10));
    assertEquals(List.of(".a/T1", ".a/t1", ".a/t1 ", ".b/t1", ".b/t2"), queues(s), "queues");
    List<DueQueue> queues = s.store().dueQueues(null, 1000);
    Expect.closeTo(Duration.ofMinutes(10), queues.get(0).overdue(), "how long the first is due");
    Expect.closeTo(Duration.ofMinutes(40), queues.get(3).overdue(), "how long the oldest is due");
  }

  @Rule(
      id = "DUE_QUEUE-2",
      text = "Only rows that are due count, by the store's clock, and none in another state.",
      lookAt = "the due time in due-queues")
  default void onlyDueRowsCount(Scenario s) {
    for (ConsumptionState state : ConsumptionState.values()) {
      s.inState(state, state.name());
    }
    waiting(s, "t1", ".x", "later", Scenario.DELAY.multipliedBy(3));
    assertEquals(List.of(), queues(s), "queues before anything is due");
    s.fixture().elapse(Scenario.DELAY.plus(Scenario.MOMENT));
    assertEquals(List.of("/default"), queues(s), "queues when one is due");
    s.fixture().elapse(Scenario.DELAY.multipliedBy(2));
    assertEquals(List.of("/default", ".x/t1"), queues(s), "queues when both are due");
    s.claimOnlyDue();
    assertEquals(List.of(".x/t1"), queues(s), "queues after one was claimed");
  }

  @Rule(
      id = "DUE_QUEUE-3",
      text = "Pages of any size lead through all queues once, in order.",
      lookAt = "where due-queues begins after the last queue given, and its LIMIT")
  default void pagesLeadThroughAllQueues(Scenario s) {
    List<String> all = new ArrayList<>();
    for (String suffix : List.of(".a", ".b", ".c")) {
      for (String tenant : List.of("t1", "t2", "t3")) {
        waiting(s, tenant, suffix, "e1", Duration.ZERO);
        waiting(s, tenant, suffix, "e2", Duration.ZERO);
        all.add(suffix + "/" + tenant);
      }
      waiting(s, "t2 late", suffix, "e1", Scenario.DELAY);
    }
    for (int size : List.of(1, 2, 4, 9, 10)) {
      List<String> seen = new ArrayList<>();
      List<DueQueue> page = s.store().dueQueues(null, size);
      while (!page.isEmpty()) {
        page.forEach(queue -> seen.add(shown(s, queue)));
        page = s.store().dueQueues(page.get(page.size() - 1), size);
      }
      assertEquals(all, seen, "queues in pages of " + size);
    }
    DueQueue gone = new DueQueue(s.handler() + ".b", new Tenant("t2a"), Duration.ZERO);
    assertEquals(
        ".b/t3", shown(s, s.store().dueQueues(gone, 1).get(0)), "after a queue that is gone");
  }

  @Rule(
      id = "DUE_QUEUE-4",
      text = "Looking for queues changes no row.",
      lookAt = "whether due-queues locks or writes")
  default void lookingChangesNothing(Scenario s) {
    ConsumptionKey key = s.scheduled("e1", Duration.ZERO);
    Picture before = s.picture(key);
    assertEquals(List.of("/default"), queues(s), "queues");
    s.unchanged(before, key);
    assertEquals(key, s.claimOnlyDue().claim().key(), "the row can be claimed");
  }
}
