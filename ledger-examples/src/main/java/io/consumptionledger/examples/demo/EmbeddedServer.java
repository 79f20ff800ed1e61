package io.consumptionledger.examples.demo;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A PostgreSQL server of its own, unpacked from Maven's repository into a new directory, on a free
 * port. Closing it stops the server and removes the directory.
 */
public final class EmbeddedServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Path directory;
  private final EmbeddedPostgres server;
  private boolean closed;

  private EmbeddedServer(Path directory, EmbeddedPostgres server) {
    this.directory = directory;
    this.server = server;
  }

  /**
   * Starts a server; takes a few seconds.
   *
   * @return the running server
   * @throws DemoException if it cannot be started here
   */
  public static EmbeddedServer start() {
    Path directory = null;
    try {
      directory = Files.createTempDirectory("consumption-ledger-");
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(directory.toFile())
              .setDataDirectory(directory.resolve("data"))
              .setRegisterShutdownHook(true) // stops it when the start itself is interrupted
              .setErrorRedirector(Redirect.DISCARD)
              .setOutputRedirector(Redirect.DISCARD)
              .start();
      return new EmbeddedServer(directory, server);
    } catch (IOException | IllegalStateException e) {
      if (directory != null) {
        delete(directory);
      }
      throw new DemoException(
          "cannot start the embedded PostgreSQL ("
              + Words.of(e)
              + "); --jdbc-url names a database to use instead",
          e);
    }
  }

  /**
   * Where it listens.
   *
   * @return the URL, with a user that needs no password
   */
  public String jdbcUrl() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** Stops the server and removes its files; does nothing the second time. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(directory);
    }
  }

  /** Tries for a while: a server that is being stopped by the JVM's end still writes. */
  private static void delete(Path directory) {
    long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        deleteOnce(directory);
        return;
      } catch (IOException | UncheckedIOException e) {
        if (System.nanoTime() - giveUpAt > 0) {
          throw new DemoException("the directory " + directory + " could not be removed", e);
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static void deleteOnce(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
