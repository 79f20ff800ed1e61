package io.consumptionledger.conformance.database;

import java.util.Objects;

/**
 * How to reach a server as somebody who may create schemas and accounts.
 *
 * @param url its JDBC URL
 * @param user the user
 * @param password the password
 * @param source {@code url}, {@code container} or {@code embedded}
 */
public record Server(String url, String user, String password, String source) {
  /** Checks that nothing is missing. */
  public Server {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(source, "source");
  }

  /** Shows no password. */
  @Override
  public String toString() {
    return "server from " + source;
  }
}
