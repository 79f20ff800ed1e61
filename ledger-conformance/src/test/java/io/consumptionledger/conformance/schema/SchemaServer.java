package io.consumptionledger.conformance.schema;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server on which the schema tests make and drop schemas of their own. */
interface SchemaServer {
  /** The folder of its SQL. */
  String folder();

  /** A name for a connection pool to a schema, with the server's own administrator. */
  default HikariDataSource dataSource(String schema) {
    return dataSource(schema, user(), password());
  }

  /** A pool of at most two connections whose current schema it is. */
  default HikariDataSource dataSource(String schema, String user, String password) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url(schema));
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(2);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  /** The URL whose current schema it is. */
  String url(String schema);

  /** The administrator. */
  String user();

  /** The administrator's password. */
  String password();

  /** Any schema that is there always, to connect to. */
  String home();

  /** Drops the schema if it is there, and makes it anew. */
  void recreate(String schema);

  /** Drops the schema if it is there. */
  void drop(String schema);

  /** Makes an account that may log in and nothing else. */
  void recreateAccount(String account, String password);

  /** Drops the schema if it is there, and makes it anew for an account that may create there. */
  void recreateFor(String account, String schema);

  /** Drops the account and its rights, if it is there. */
  void dropAccount(String account);

  /** Runs grants.sql as its first lines say, for the account. */
  void grant(Connection connection, String script, String account) throws SQLException;

  /** Statements the run-time role must not be able to run; the schema and a table of another. */
  List<String> forbidden(String schema, String otherTable);

  /** What the connection's unqualified names mean. */
  String currentSchema(Connection connection) throws SQLException;

  /** Everything the catalog says about each table of the schema, the order of columns included. */
  Map<String, String> catalog(String schema);

  /** The statements of a script, as psql or mysql would split it. */
  static List<String> statements(String script) {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (String line : script.split("\n")) {
      if (line.isBlank() || line.startsWith("--")) {
        continue;
      }
      statement.append(line).append('\n');
      if (line.endsWith(";")) {
        statements.add(statement.substring(0, statement.lastIndexOf(";")));
        statement.setLength(0);
      }
    }
    return statements;
  }

  /** Runs statements one after the other. */
  static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** All rows of a query, columns as text. */
  static List<List<String>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          values.add(row.getString(i));
        }
        rows.add(values);
      }
      return rows;
    }
  }

  /** Runs statements as the administrator, each on its own. */
  default void admin(String... statements) {
    try (HikariDataSource pool = dataSource(home());
        Connection connection = pool.getConnection()) {
      run(connection, List.of(statements));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
