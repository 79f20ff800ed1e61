package io.consumptionledger.examples.demo;

import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Handler;
import io.consumptionledger.examples.demo.CloudEvent.Aggregate;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps the current hash of every subject. Idempotent: an event that it has applied is recognised.
 * Events that say what their subject was before carry their own oracle: each must find what the one
 * before it left, so any loss, double application or reordering breaks a link. Thread-safe.
 */
final class Catalog implements Handler<CloudEvent> {
  private final Effects effects;
  private final Map<Aggregate, String> current = new TreeMap<>();
  private final Set<ConsumptionKey> seen = new HashSet<>();
  private int links;
  private int broken;

  Catalog(Effects effects) {
    this.effects = effects;
  }

  @Override
  public void handle(CloudEvent event, Attempt attempt) {
    ConsumptionKey key = attempt.delivery().key();
    effects.started(key);
    apply(event, key);
  }

  /** Applies an event unless it was applied before. */
  synchronized void apply(CloudEvent event, ConsumptionKey key) {
    if (!seen.add(key)) {
      return;
    }
    effects.applied(key);
    if (event.hasLink()) {
      links++;
      String found = current.put(event.aggregate(), event.after());
      if (!event.before().equals(found == null ? Chain.NOTHING : found)) {
        broken++;
      }
    }
  }

  synchronized Chain chain() {
    return Chain.of(links, broken, current);
  }
}
