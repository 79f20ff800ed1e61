package io.consumptionledger.memory;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Delivery;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Failure;
import io.consumptionledger.spi.Claim;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.Content;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import io.consumptionledger.spi.Row;
import java.time.Duration;

/** A store, a clock, and rows to put into it. */
final class MemoryFixture {
  static final String HANDLER = "h";
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Failure FAILED = Failure.of(ErrorClass.RETRYABLE, "T", "c", "m");
  static final Node NODE = Node.start("n");

  final ManualClock clock = new ManualClock();
  final InMemoryLedgerStore store = new InMemoryLedgerStore(clock);

  static Delivery delivery(String event) {
    return Delivery.to(HANDLER, event).payload(event.getBytes()).build();
  }

  static ConsumptionKey key(String event) {
    return ConsumptionKey.of(HANDLER, event);
  }

  static Content content(String event) {
    return Content.of(delivery(event), 1_000);
  }

  static NewRow bare(String event) {
    return NewRow.of(delivery(event), null);
  }

  static NewRow full(String event) {
    return NewRow.of(delivery(event), content(event));
  }

  Claim claim(NewRow row) {
    ClaimResult result = store.claim(row, ClaimToken.random(), NODE, LEASE);
    return ((ClaimResult.Claimed) result).claim();
  }

  Row row(String event) {
    return store.get(key(event)).orElseThrow();
  }

  long version(String event) {
    return row(event).summary().rowVersion();
  }

  void scheduled(String event, Duration delay) {
    store.recordFailure(full(event), FAILED, delay);
  }

  void dead(String event) {
    store.recordFailure(full(event), FAILED, null);
  }
}
