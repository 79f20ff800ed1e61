package io.consumptionledger.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.cli.base.JdbcDesks;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.spi.LedgerStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A database server with an empty schema, an owner, and two people who may only read and write
 * rows. Closing it removes all of them.
 */
final class Server implements Closeable {
  static final String PASSWORD = "sesame-open-7";

  private final String name;
  private final String url;
  private final String owner;
  private final String password;
  private final boolean isPostgres;
  private final Closeable process;
  private final String suffix = UUID.randomUUID().toString().substring(0, 8);
  private HikariDataSource pool;

  private Server(
      String name, String url, String owner, String password, Closeable process) {
    this.name = name;
    this.url = url;
    this.owner = owner;
    this.password = password;
    this.isPostgres = url.startsWith("jdbc:postgresql:");
    this.process = process;
  }

  /** Starts the embedded server. */
  static Server embedded() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setErrorRedirector(Redirect.DISCARD)
              .setOutputRedirector(Redirect.DISCARD)
              .start();
      String url = "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
      return new Server("embedded", url, "postgres", "", server).prepared();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those whose URLs are given as system properties. */
  static List<Server> given() {
    List<Server> servers = new ArrayList<>();
    for (String product : List.of("postgresql", "mysql")) {
      String url = System.getProperty("ledger." + product + ".url");
      if (url != null) {
        servers.add(
            new Server(
                    product,
                    url,
                    System.getProperty("ledger." + product + ".user"),
                    System.getProperty("ledger." + product + ".password"),
                    () -> {})
                .prepared());
      }
    }
    return servers;
  }

  private Server prepared() {
    if (isPostgres) {
      execute("CREATE SCHEMA " + schema());
      execute("CREATE ROLE " + person("rita") + " LOGIN PASSWORD '" + PASSWORD + "'");
      execute("CREATE ROLE " + person("albert") + " LOGIN PASSWORD '" + PASSWORD + "'");
    } else {
      execute("CREATE DATABASE " + schema());
      execute("CREATE USER " + person("rita") + "@'%' IDENTIFIED BY '" + PASSWORD + "'");
      execute("CREATE USER " + person("albert") + "@'%' IDENTIFIED BY '" + PASSWORD + "'");
    }
    return this;
  }

  /** Lets both people read and write rows. */
  void grant() {
    for (String person : List.of(person("rita"), person("albert"))) {
      if (isPostgres) {
        execute("GRANT USAGE ON SCHEMA " + schema() + " TO " + person);
        execute(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "
                + schema()
                + " TO "
                + person);
      } else {
        execute(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON " + schema() + ".* TO " + person + "@'%'");
      }
    }
  }

  String schema() {
    return "ledger_cli_" + suffix;
  }

  String owner() {
    return owner;
  }

  String ownersPassword() {
    return password;
  }

  /** The login of a person. */
  String person(String first) {
    return "cli_" + first + "_" + suffix;
  }

  Shell shell(String user, String withPassword) {
    Shell shell = new Shell(new JdbcDesks());
    String its = isPostgres ? url : url.substring(0, url.lastIndexOf('/') + 1) + schema();
    shell.common = List.of("--url", its, "--user", user, "--schema", schema());
    shell.variables.put("LEDGER_PASSWORD", withPassword);
    return shell;
  }

  /** A store of the owner, which works until this is closed. */
  LedgerStore store() {
    pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    pool.setUsername(owner);
    pool.setPassword(password);
    pool.setMaximumPoolSize(2);
    return JdbcLedger.store(pool).schema(schema()).build();
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url, owner, password);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql.split(" PASSWORD | IDENTIFIED ")[0], e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (pool != null) {
        pool.close();
      }
      execute("DROP SCHEMA " + schema() + (isPostgres ? " CASCADE" : ""));
      for (String person : List.of(person("rita"), person("albert"))) {
        execute(isPostgres ? "DROP ROLE " + person : "DROP USER " + person + "@'%'");
      }
    } finally {
      process.close();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
