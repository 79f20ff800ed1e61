package io.consumptionledger.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.InvalidFieldException;
import io.consumptionledger.Tenant;
import io.consumptionledger.conformance.Expect;
import io.consumptionledger.conformance.Rule;
import io.consumptionledger.conformance.Scenario;
import io.consumptionledger.conformance.StoreRules;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.ReadVerbs.BrokerPosition;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Where a consumer that restores its position must begin so that nothing is lost. */
public interface BrokerPositionRules extends StoreRules {
  /** How far back the rules look. */
  Duration WITHIN = Duration.ofDays(1);

  private static Delivery delivery(
      String handler, Tenant tenant, String topic, int partition, long offset) {
    return Delivery.to(handler, topic + "-" + partition + "-" + offset)
        .tenant(tenant)
        .position(topic, partition, offset)
        .payload(new byte[] {1})
        .build();
  }

  private static Claim claim(Scenario s, String topic, int partition, long offset) {
    return s.claim(
        NewRow.of(delivery(s.handler(), Tenant.DEFAULT, topic, partition, offset), null));
  }

  private static void done(Scenario s, String topic, int partition, long offset) {
    Expect.done(s.store().succeed(claim(s, topic, partition, offset)));
  }

  private static List<BrokerPosition> positions(Scenario s) {
    return s.store().brokerPositions(Tenant.DEFAULT, Set.of(s.handler()), WITHIN);
  }

  @Rule(
      id = "BROKER_POSITION-1",
      text =
          "The lowest offset of a row in PROCESSING without content decides; where there is none,"
              + " the offset after the highest seen.",
      lookAt = "status and payload_state in broker-positions")
  default void lowestInWorkDecides(Scenario s) {
    for (long offset : List.of(10L, 11L, 14L)) {
      done(s, "orders", 0, offset);
    }
    Claim later = claim(s, "orders", 0, 13);
    Claim earlier = claim(s, "orders", 0, 12);
    assertEquals(List.of(new BrokerPosition("orders", 0, 12)), positions(s), "two in work");
    Expect.done(s.store().succeed(earlier));
    assertEquals(List.of(new BrokerPosition("orders", 0, 13)), positions(s), "one in work");
    Expect.done(
        s.store()
            .scheduleRetry(later, s.failure(ErrorClass.RETRYABLE), s.content("x"), Scenario.DELAY));
    assertEquals(List.of(new BrokerPosition("orders", 0, 15)), positions(s), "none in work");
  }

  @Rule(
      id = "BROKER_POSITION-2",
      text = "A row in PROCESSING with content holds nothing back: it can run without the broker.",
      lookAt = "payload_state in broker-positions")
  default void contentHoldsNothingBack(Scenario s) {
    Delivery delivery = delivery(s.handler(), Tenant.DEFAULT, "orders", 0, 7);
    s.claim(NewRow.of(delivery, Content.of(delivery, Scenario.MAX_BYTES)));
    assertEquals(List.of(new BrokerPosition("orders", 0, 8)), positions(s), "position");
  }

  @Rule(
      id = "BROKER_POSITION-3",
      text = "Each topic and partition has its own position, in their order.",
      lookAt = "GROUP BY in broker-positions")
  default void eachPartitionByItself(Scenario s) {
    done(s, "b", 10, 3);
    done(s, "b", 2, 4);
    claim(s, "b", 2, 1);
    done(s, "B", 2, 8);
    done(s, "a", 2, 0);
    assertEquals(
        List.of(
            new BrokerPosition("B", 2, 9),
            new BrokerPosition("a", 2, 1),
            new BrokerPosition("b", 2, 1),
            new BrokerPosition("b", 10, 4)),
        positions(s),
        "positions");
  }

  @Rule(
      id = "BROKER_POSITION-4",
      text =
          "Of the named handlers the one that is behind decides; other handlers and tenants do not.",
      lookAt = "tenant_id and handler_id in broker-positions, and how handlers are put together")
  default void namedHandlersTogether(Scenario s) {
    String other = s.handler() + ".x";
    done(s, "orders", 0, 20);
    Expect.done(
        s.store()
            .succeed(s.claim(NewRow.of(delivery(other, Tenant.DEFAULT, "orders", 0, 9), null))));
    assertEquals(
        List.of(new BrokerPosition("orders", 0, 10)),
        s.store().brokerPositions(Tenant.DEFAULT, Set.of(s.handler(), other), WITHIN),
        "what the other handler has not seen");
    s.claim(NewRow.of(delivery(other, Tenant.DEFAULT, "orders", 0, 5), null));
    Tenant tenant = new Tenant("other");
    s.claim(NewRow.of(delivery(s.handler(), tenant, "orders", 0, 2), null));
    assertEquals(List.of(new BrokerPosition("orders", 0, 21)), positions(s), "one handler");
    assertEquals(
        List.of(new BrokerPosition("orders", 0, 5)),
        s.store().brokerPositions(Tenant.DEFAULT, Set.of(s.handler(), other), WITHIN),
        "both handlers");
    assertEquals(
        List.of(new BrokerPosition("orders", 0, 2)),
        s.store().brokerPositions(tenant, Set.of(s.handler(), other), WITHIN),
        "the other tenant");
    assertThrows(
        InvalidFieldException.class,
        () -> s.store().brokerPositions(tenant, Set.of(), WITHIN),
        "no handler");
  }

  @Rule(
      id = "BROKER_POSITION-5",
      text = "Rows received before the window, and rows without a position, do not count.",
      lookAt = "received_at and the NULLs in broker-positions")
  default void windowAndPosition(Scenario s) {
    claim(s, "orders", 0, 1);
    s.fixture().elapse(WITHIN.plusMinutes(1));
    s.claim(NewRow.of(Delivery.to(s.handler(), "nowhere").payload(new byte[] {1}).build(), null));
    assertEquals(List.of(), positions(s), "before anything else was seen");
    done(s, "orders", 0, 9);
    assertEquals(List.of(new BrokerPosition("orders", 0, 10)), positions(s), "position");
    done(s, "edge", 0, Long.MAX_VALUE);
    assertEquals(
        new BrokerPosition("edge", 0, Long.MAX_VALUE), positions(s).get(0), "the last offset");
  }
}
