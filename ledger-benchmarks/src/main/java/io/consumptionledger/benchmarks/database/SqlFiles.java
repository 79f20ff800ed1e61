package io.consumptionledger.benchmarks.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The statements that are written by hand, one file each. */
final class SqlFiles {
  private static final Map<String, Optional<String>> READ = new ConcurrentHashMap<>();

  private SqlFiles() {}

  /** The text without comments, or null if there is no such file. */
  static String read(String product, String name) {
    return READ.computeIfAbsent(product + "/" + name, SqlFiles::load).orElse(null);
  }

  private static Optional<String> load(String name) {
    String file = "META-INF/ledger-benchmarks/" + name + ".sql";
    try (InputStream in = SqlFiles.class.getClassLoader().getResourceAsStream(file)) {
      return in == null
          ? Optional.empty()
          : Optional.of(
              new String(in.readAllBytes(), UTF_8)
                  .lines()
                  .filter(line -> !line.startsWith("--"))
                  .collect(Collectors.joining("\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
