package io.consumptionledger.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.cli.base.JdbcDesks;
import io.consumptionledger.conformance.database.Database;
import io.consumptionledger.conformance.database.Databases;
import io.consumptionledger.conformance.database.ServerKind;
import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.LedgerSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/**
 * An empty schema on a server that the suite's provider has found, its owner, and two people who
 * may only log in until they are granted the run-time rights. Closing it removes all of them.
 */
final class Server implements AutoCloseable {
  static final String PASSWORD = "sesame-open-7";

  private final Database database;
  private final ServerKind kind;
  private final String schema = "cli_" + UUID.randomUUID().toString().substring(0, 8);

  /** Accounts are made with a schema each; the second one's stays empty. */
  private final String spare = schema + "_spare";

  private final String rita;
  private final String albert;
  private HikariDataSource pool;

  private Server(Database database) {
    this.database = database;
    this.kind = database.kind();
    // A server of our own has nobody of these names yet.
    String prefix = database.server().source().equals("url") ? schema + "_" : "";
    this.rita = prefix + "rita";
    this.albert = prefix + "albert";
    asAdministrator(
        connection -> {
          kind.create(connection, schema, rita, PASSWORD);
          kind.create(connection, spare, albert, PASSWORD);
        });
  }

  /** On a server of a product; the test is aborted if there is none and none is required. */
  static Server on(String product) {
    return new Server(Databases.get(product));
  }

  /** Gives both people what the script for DBAs gives to the run-time role. */
  void grant() {
    try (HikariDataSource owner = pool(owner(), ownersPassword(), 1)) {
      String script = LedgerSchema.of(owner).print(LedgerSchema.Script.GRANTS);
      try (Connection connection = owner.getConnection()) {
        Space.run(connection, kind.grants(script, schema, rita));
        Space.run(connection, kind.grants(script, schema, albert));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("nothing can be granted", e);
    }
  }

  String schema() {
    return schema;
  }

  String owner() {
    return database.server().user();
  }

  String ownersPassword() {
    return database.server().password();
  }

  String rita() {
    return rita;
  }

  String albert() {
    return albert;
  }

  String url() {
    return kind.url(database.server().url(), schema);
  }

  /** A shell in which somebody has set what to connect to in the environment. */
  Shell shell(String user, String password) {
    Shell shell = new Shell(new JdbcDesks());
    shell.variables.put("LEDGER_URL", url());
    shell.variables.put("LEDGER_USER", user);
    shell.variables.put("LEDGER_PASSWORD", password);
    return shell;
  }

  /** Connections with the run-time rights, as an application has them; closed with this. */
  HikariDataSource pool(int size) {
    if (pool == null) {
      pool = pool(rita, PASSWORD, size);
    }
    return pool;
  }

  private HikariDataSource pool(String user, String password, int size) {
    HikariDataSource made = new HikariDataSource();
    made.setJdbcUrl(url());
    made.setUsername(user);
    made.setPassword(password);
    made.setMaximumPoolSize(size);
    return made;
  }

  private void asAdministrator(Space.Work work) {
    try (Connection connection =
        DriverManager.getConnection(database.server().url(), owner(), ownersPassword())) {
      work.run(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("the administrator failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
    }
    asAdministrator(
        connection -> {
          kind.drop(connection, schema, rita);
          kind.drop(connection, spare, albert);
        });
  }
}
