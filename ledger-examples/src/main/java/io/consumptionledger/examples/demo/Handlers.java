package io.consumptionledger.examples.demo;

import io.consumptionledger.Backoff;
import io.consumptionledger.Handler;
import io.consumptionledger.HandlerDeclaration;
import io.consumptionledger.ReplaySafety;
import java.time.Duration;
import java.util.List;

/** The demo's three handlers and their declarations. */
final class Handlers {
  private static final int MAX_ATTEMPTS = 8;

  private final Effects effects = new Effects();
  private final Catalog catalog = new Catalog(effects);
  private final List<HandlerDeclaration<CloudEvent>> declarations =
      List.of(
          declare(Rules.CATALOG, catalog),
          declare(Rules.SEARCH, new SearchIndex(effects)),
          declare(Rules.MAIL, new MailNotifier(effects)));

  private static HandlerDeclaration<CloudEvent> declare(String id, Handler<CloudEvent> handler) {
    return HandlerDeclaration.of(id, ReplaySafety.IDEMPOTENT, CloudEvent.decoder(), handler)
        .lease(Duration.ofMinutes(1))
        // Short, because nobody wants to watch a demo wait; the default is made for real outages.
        .retryPolicy(
            Backoff.exponential(Duration.ofMillis(20), Duration.ofMillis(200)).withJitter(0.2))
        .maxAttempts(MAX_ATTEMPTS)
        .build();
  }

  Effects effects() {
    return effects;
  }

  Catalog catalog() {
    return catalog;
  }

  List<HandlerDeclaration<CloudEvent>> declarations() {
    return declarations;
  }
}
