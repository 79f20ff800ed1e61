package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the dialect of a server. There is no default: an unknown product is refused. */
public final class Dialects {
  /** Products that resemble a known one, or that people will try; until somebody adds them. */
  private static final List<String> REFUSED_BY_NAME = List.of("MariaDB", "H2", "TiDB");

  private Dialects() {}

  /**
   * All known dialects: the built-in ones and those that {@link ServiceLoader} finds.
   *
   * @return the dialects
   */
  public static List<Dialect> known() {
    List<Dialect> all = new ArrayList<>(List.of(new PostgreSqlDialect(), new MySqlDialect()));
    ServiceLoader.load(Dialect.class).forEach(all::add);
    return List.copyOf(all);
  }

  /**
   * The dialect of the server behind a connection.
   *
   * @param connection an open connection; stays open and unchanged
   * @return the one dialect that matches
   * @throws ConfigurationException if none or several match, or if the version is too old
   * @throws SQLException if the driver cannot tell
   */
  public static Dialect detect(Connection connection) throws SQLException {
    return detect(connection.getMetaData(), known());
  }

  static Dialect detect(DatabaseMetaData server, List<Dialect> known) throws SQLException {
    List<Dialect> matching = new ArrayList<>();
    for (Dialect dialect : known) {
      if (dialect.matches(server)) {
        matching.add(dialect);
      }
    }
    if (matching.size() != 1) {
      throw new ConfigurationException(refusal(server, known, matching));
    }
    matching.get(0).requireVersion(server);
    return matching.get(0);
  }

  private static String refusal(
      DatabaseMetaData server, List<Dialect> known, List<Dialect> matching) throws SQLException {
    String found = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
    if (!matching.isEmpty()) {
      return "several dialects answer for " + found + ": " + names(matching) + "; pass one of them";
    }
    String lower = found.toLowerCase(Locale.ROOT);
    return REFUSED_BY_NAME.stream()
            .filter(name -> lower.contains(name.toLowerCase(Locale.ROOT)))
            .findFirst()
            .map(name -> name + " is not supported, whatever driver reaches it (" + found + ")")
            .orElse("the database " + found + " is unknown")
        + "; known are: "
        + names(known);
  }

  private static String names(List<Dialect> dialects) {
    return dialects.stream().map(Dialect::description).collect(Collectors.joining(", "));
  }
}
