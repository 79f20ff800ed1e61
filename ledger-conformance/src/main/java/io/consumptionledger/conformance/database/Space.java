package io.consumptionledger.conformance.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.jdbc.LedgerSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A schema of its own on a server, with the ledger's tables, the owner's connections and those of
 * the run-time account. Closing it drops everything.
 */
public final class Space implements AutoCloseable {
  private final Database database;
  private final String schema;
  private final String account;
  private final String password = UUID.randomUUID().toString();
  private final HikariDataSource owner;
  private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();

  Space(Database database) {
    this.database = database;
    this.schema = "lc_" + UUID.randomUUID().toString().substring(0, 8);
    this.account = schema + "_app";
    ServerKind kind = database.kind();
    admin(connection -> kind.create(connection, schema, account, password));
    this.owner = pool(database.server().user(), database.server().password(), 2, "", null);
    try {
      LedgerSchema tables = LedgerSchema.of(owner);
      tables.apply();
      String grants = tables.print(LedgerSchema.Script.GRANTS);
      asOwner(connection -> run(connection, kind.grants(grants, schema, account)));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Does something with a connection. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @param connection the connection, autocommit on; stays open
     * @throws SQLException if the database refuses
     */
    void run(Connection connection) throws SQLException;
  }

  /**
   * The server.
   *
   * @return the server
   */
  public Database database() {
    return database;
  }

  /**
   * The schema's name.
   *
   * @return the name
   */
  public String schema() {
    return schema;
  }

  /**
   * A pool of the run-time account.
   *
   * @param size how many connections at the most
   * @return the pool; closed with this space
   */
  public HikariDataSource pool(int size) {
    return pool(size, "", null);
  }

  /**
   * A pool of the run-time account.
   *
   * @param size how many connections at the most
   * @param parameters more parameters of the URL, such as {@code a=1&b=2}; may be empty
   * @param init a statement for each new connection, or null
   * @return the pool; closed with this space
   */
  public HikariDataSource pool(int size, String parameters, String init) {
    HikariDataSource pool = pool(account, password, size, parameters, init);
    pools.add(pool);
    return pool;
  }

  private HikariDataSource pool(
      String user, String secret, int size, String parameters, String init) {
    String url = database.kind().url(database.server().url(), schema);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        parameters.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + parameters);
    config.setUsername(user);
    config.setPassword(secret);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(20_000);
    config.setConnectionInitSql(init);
    return new HikariDataSource(config);
  }

  /**
   * Does something as the owner of the tables.
   *
   * @param work what to do
   */
  public void asOwner(Work work) {
    try (Connection connection = owner.getConnection()) {
      work.run(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("the owner of " + schema + " failed: " + e.getMessage(), e);
    }
  }

  /**
   * Runs statements, each on its own.
   *
   * @param connection where
   * @param statements the statements
   * @throws SQLException if the database refuses one
   */
  public static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /**
   * The statements of a script: comments are lines, and a statement ends with its line.
   *
   * @param script the text
   * @return the statements without the last semicolon
   */
  public static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : script.split("\\R")) {
      if (!line.isBlank() && !line.startsWith("--")) {
        statement.append(line).append('\n');
        if (line.endsWith(";")) {
          statements.add(statement.substring(0, statement.lastIndexOf(";")));
          statement.setLength(0);
        }
      }
    }
    return statements;
  }

  private void admin(Work work) {
    Server server = database.server();
    try (Connection connection =
        DriverManager.getConnection(server.url(), server.user(), server.password())) {
      work.run(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the administrator of " + database.kind().product() + " failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    pools.forEach(HikariDataSource::close);
    owner.close();
    admin(connection -> database.kind().drop(connection, schema, account));
  }
}
