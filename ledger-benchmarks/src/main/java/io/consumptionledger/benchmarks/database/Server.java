package io.consumptionledger.benchmarks.database;

import java.util.Objects;

/**
 * How to reach a server as somebody who may create databases.
 *
 * @param url its JDBC URL
 * @param user the user
 * @param password the password
 * @param stop stops it, if it was started here
 */
public record Server(String url, String user, String password, Runnable stop)
    implements AutoCloseable {
  /** Checks that nothing is missing. */
  public Server {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(stop, "stop");
  }

  @Override
  public void close() {
    stop.run();
  }

  /** Shows no password. */
  @Override
  public String toString() {
    return url.replaceAll("[?;].*", "");
  }
}
