package io.consumptionledger.examples.demo;

import io.consumptionledger.Attempt;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Handler;
import io.consumptionledger.examples.demo.CloudEvent.Aggregate;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keeps the current hash of every subject. Idempotent: an event that it has applied is recognised.
 * Events that say what their subject was before carry their own oracle: each must find what the one
 * before it left, so any loss, double application or reordering breaks a link. Thread-safe.
 */
final class Catalog implements Handler<CloudEvent> {
  private static final String NOTHING = "0000000000000000000000000000000000000000";

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
      if (!event.before().equals(found == null ? NOTHING : found)) {
        broken++;
      }
    }
  }

  /**
   * What the chain of events left behind.
   *
   * @param links how many events said what was before
   * @param broken how many of them did not find it
   * @param live how many subjects exist
   * @param digest the SHA-256 of the sorted lines {@code source subject hash} of the live subjects
   */
  record Chain(int links, int broken, int live, String digest) {}

  synchronized Chain chain() {
    Map<Aggregate, String> live = new TreeMap<>(current);
    live.values().removeIf(NOTHING::equals);
    String lines =
        live.entrySet().stream()
            .map(e -> e.getKey().source() + " " + e.getKey().subject() + " " + e.getValue())
            .sorted()
            .collect(Collectors.joining("\n"));
    return new Chain(links, broken, live.size(), sha256(lines));
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
