package io.consumptionledger.examples.demo;

import io.consumptionledger.examples.demo.CloudEvent.Aggregate;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a chain of events left behind.
 *
 * @param links how many events said what was before
 * @param broken how many of them did not find it
 * @param live how many subjects exist
 * @param digest the SHA-256 of the sorted lines {@code source subject hash} of the live subjects
 */
public record Chain(int links, int broken, int live, String digest) {
  /** The hash of what does not exist. */
  public static final String NOTHING = "0".repeat(40);

  /**
   * The chain that ended in these hashes.
   *
   * @param links how many events said what was before
   * @param broken how many of them did not find it
   * @param hashes the last hash of each subject
   * @return the chain
   */
  public static Chain of(int links, int broken, Map<Aggregate, String> hashes) {
    Map<Aggregate, String> live = new TreeMap<>(hashes);
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
