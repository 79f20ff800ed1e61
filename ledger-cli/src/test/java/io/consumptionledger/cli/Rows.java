package io.consumptionledger.cli;

import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.Headers;
import io.consumptionledger.Metadata;
import io.consumptionledger.Payload;
import io.consumptionledger.Tenant;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Order;
import io.consumptionledger.spi.QuarantinedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Rows for tests. */
final class Rows {
  static final String SECRET = "{\"card\":\"4111\"}";
  private static final int MOST_BYTES = 10_000;
  private static final Map<String, String> MESSAGES = Map.of("08006", "nothing", "23505", "no");

  private Rows() {}

  static Failure failure(String code) {
    return Failure.of(
        ErrorClass.RETRYABLE, "BankException", code, "the bank said " + MESSAGES.get(code));
  }

  static void dead(LedgerStore store, String event, String code) {
    Delivery delivery =
        Delivery.to("billing", event)
            .eventType("OrderPlaced")
            .headers(Headers.none().with("trace", "t-" + event))
            .payload(SECRET.getBytes(StandardCharsets.UTF_8))
            .build();
    store.recordTerminal(NewRow.of(delivery, Content.of(delivery, MOST_BYTES)), failure(code));
  }

  /** A message without a key; gives its id. */
  static String quarantined(LedgerStore store, long offset) {
    QuarantinedMessage message =
        new QuarantinedMessage(
            Tenant.DEFAULT,
            "billing",
            new Metadata(null, null, null, null, "orders", 0, offset, null),
            Headers.none().with("trace", "q-" + offset),
            new byte[] {7},
            Payload.of((SECRET + offset).getBytes(StandardCharsets.UTF_8)),
            Failure.of(ErrorClass.POISON, "NoIdException", null, "the id header is missing"));
    store.quarantine(message);
    return message.id();
  }

  /** A dead letter and one row that waits behind it. */
  static void blocked(LedgerStore store, String first, String second) {
    store.recordTerminal(ordered(first, 1), failure("08006"));
    store.park(ordered(second, 2));
  }

  private static NewRow ordered(String event, long place) {
    Delivery delivery =
        Delivery.to("shipping", event)
            .aggregate("Order", "o-1")
            .sequence(place)
            .payload(new byte[] {1})
            .build();
    return NewRow.of(delivery, Content.of(delivery, MOST_BYTES), new Order("Order", "o-1", place));
  }
}
