package io.consumptionledger.conformance.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/**
 * Finds a server of each product, once for each Java process: by URL ({@code -Dledger.<name>.url},
 * {@code .user}, {@code .password}), else in a container, else embedded. {@code -Dledger.source}
 * allows only some of {@code url,container,embedded}; {@code -Dledger.require=<name>,...} makes it
 * an error if there is none. Prints one line for each product.
 */
public final class Databases {
  private static final Map<String, Found> FOUND = new ConcurrentHashMap<>();

  /** A server, or why there is none. */
  private record Found(Database database, String reason) {}

  private Databases() {}

  /**
   * A server of a product.
   *
   * @param name the product's name in properties
   * @return the server; if there is none, the test is aborted, or fails if the product is required
   */
  public static Database get(String name) {
    ServerKind kind = kind(name);
    Found found = FOUND.computeIfAbsent(name, n -> find(kind));
    if (found.database == null) {
      String message = kind.product() + ": not available: " + found.reason;
      if (list("ledger.require").contains(name)) {
        throw new IllegalStateException(message + "; it is required by -Dledger.require");
      }
      Assumptions.abort(message);
    }
    return found.database;
  }

  private static ServerKind kind(String name) {
    List<String> known = new ArrayList<>();
    for (ServerKind kind : ServiceLoader.load(ServerKind.class)) {
      if (kind.name().equals(name)) {
        return kind;
      }
      known.add(kind.name());
    }
    throw new IllegalArgumentException("no database is called " + name + "; known are " + known);
  }

  private static Found find(ServerKind kind) {
    List<String> reasons = new ArrayList<>();
    Server server = server(kind, reasons);
    if (server == null) {
      Found none = new Found(null, String.join(", ", reasons));
      System.out.println(kind.product() + ": not available: " + none.reason);
      return none;
    }
    Database database = connect(kind, server);
    System.out.println(kind.product() + " " + database.version() + " from " + server.source());
    return new Found(database, null);
  }

  private static Server server(ServerKind kind, List<String> reasons) {
    String property = "ledger." + kind.name() + ".url";
    String url = System.getProperty(property, "");
    if (!allowed("url", reasons)) {
      url = "";
    } else if (url.isBlank()) {
      reasons.add("no -D" + property);
    } else {
      return new Server(
          url,
          System.getProperty("ledger." + kind.name() + ".user"),
          System.getProperty("ledger." + kind.name() + ".password"),
          "url");
    }
    if (allowed("container", reasons)) {
      Server server = container(kind, reasons);
      if (server != null) {
        return server;
      }
    }
    return allowed("embedded", reasons) ? embedded(kind, reasons) : null;
  }

  private static Server container(ServerKind kind, List<String> reasons) {
    String missing = Docker.missing();
    if (missing != null) {
      reasons.add(missing);
      return null;
    }
    try {
      return kind.startContainer();
    } catch (RuntimeException e) {
      reasons.add("the container does not start: " + e.getMessage());
      return null;
    }
  }

  private static Server embedded(ServerKind kind, List<String> reasons) {
    try {
      Server server = kind.startEmbedded();
      if (server == null) {
        reasons.add("nothing embedded");
      }
      return server;
    } catch (NoClassDefFoundError e) {
      reasons.add("no embedded server on the class path");
    } catch (Exception e) {
      reasons.add("the embedded server does not start: " + e.getMessage());
    }
    return null;
  }

  private static boolean allowed(String source, List<String> reasons) {
    List<String> sources = list("ledger.source");
    boolean allowed = sources.isEmpty() || sources.contains(source);
    if (!allowed) {
      reasons.add(source + " is ruled out by -Dledger.source");
    }
    return allowed;
  }

  private static Database connect(ServerKind kind, Server server) {
    try (Connection connection =
        DriverManager.getConnection(server.url(), server.user(), server.password())) {
      DatabaseMetaData data = connection.getMetaData();
      return new Database(
          kind,
          server,
          data.getDatabaseProductVersion().split(" ")[0],
          data.getDriverName() + " " + data.getDriverVersion());
    } catch (SQLException e) {
      throw new IllegalStateException(
          kind.product()
              + " from "
              + server.source()
              + " cannot be reached as user "
              + server.user()
              + " (SQLState "
              + e.getSQLState()
              + "): "
              + e.getMessage(),
          e);
    }
  }

  private static List<String> list(String property) {
    return Arrays.stream(System.getProperty(property, "").split(","))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }
}
