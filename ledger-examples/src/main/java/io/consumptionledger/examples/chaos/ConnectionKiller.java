package io.consumptionledger.examples.chaos;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Ends connections of the nodes at the server, whatever they are doing. It knows them by a name
 * that they carry, so that nobody else's is touched.
 */
final class ConnectionKiller {
  private final DataSource dataSource;
  private final String name;
  private final boolean postgres;
  private int killed;

  ConnectionKiller(DataSource dataSource, String name) throws SQLException {
    this.dataSource = dataSource;
    this.name = name;
    try (Connection connection = dataSource.getConnection()) {
      this.postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }
  }

  /** The URL with which connections carry the name. */
  String named(String url) {
    String parameter =
        postgres ? "ApplicationName=" + name : "connectionAttributes=program_name:" + name;
    return url + (url.contains("?") ? "&" : "?") + parameter;
  }

  /** Ends one connection, if there is one. */
  void killOne() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Long id = pick(connection);
      if (id == null) {
        return;
      }
      String kill = postgres ? "SELECT pg_terminate_backend(" + id + ")" : "KILL " + id;
      try (PreparedStatement statement = connection.prepareStatement(kill)) {
        statement.execute();
        killed++;
      } catch (SQLException gone) {
        if (postgres || gone.getErrorCode() != 1094) { // it ended by itself a moment ago
          throw gone;
        }
      }
    }
  }

  private Long pick(Connection connection) throws SQLException {
    String sql =
        postgres
            ? "SELECT pid FROM pg_stat_activity WHERE application_name = ? ORDER BY random() LIMIT 1"
            : "SELECT processlist_id FROM performance_schema.session_account_connect_attrs"
                + " WHERE attr_name = 'program_name' AND attr_value = ? ORDER BY RAND() LIMIT 1";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getLong(1) : null;
      }
    }
  }

  int killed() {
    return killed;
  }
}
