package io.consumptionledger.examples.demo;

import io.consumptionledger.Delivery;
import io.consumptionledger.spi.ClaimResult;
import io.consumptionledger.spi.ClaimToken;
import io.consumptionledger.spi.LedgerStore;
import io.consumptionledger.spi.NewRow;
import io.consumptionledger.spi.Node;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A node that claims a message and dies before it settles: its row stays in PROCESSING until the
 * lease ends and another node takes over. With the catalog it dies after the effect, which only an
 * idempotent handler forgives; with the others before it.
 */
final class Ghost {
  private static final Duration LEASE = Duration.ofMillis(250);

  private final LedgerStore store;
  private final Handlers handlers;
  private final Node node = Node.start("demo-node-that-died");
  private final AtomicLong deaths = new AtomicLong();

  Ghost(LedgerStore store, Handlers handlers) {
    this.store = store;
    this.handlers = handlers;
  }

  void die(Ticket ticket) {
    Delivery delivery = ticket.delivery();
    ClaimResult result = store.claim(NewRow.of(delivery, null), ClaimToken.random(), node, LEASE);
    if (result instanceof ClaimResult.Claimed) {
      deaths.incrementAndGet();
      if (delivery.key().handlerId().equals(Rules.CATALOG)) {
        handlers.catalog().apply(ticket.message().event(), delivery.key());
      }
    }
  }

  long deaths() {
    return deaths.get();
  }
}
