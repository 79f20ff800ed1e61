package io.consumptionledger.jdbc.dialect;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Settings of MySQL, its sessions and its driver with which the ledger cannot work. */
final class MySqlSettings {
  /** Characters of two, three and four bytes in UTF-8. */
  private static final String ECHO = "\u00e9\u65e5\ud83d\ude00";

  private MySqlSettings() {}

  static List<String> objections(Connection connection) throws SQLException {
    List<String> objections = new ArrayList<>();
    if (connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED) {
      objections.add(
          "the data source's connections run at READ UNCOMMITTED, where a duplicate could be"
              + " answered by what is rolled back later; the ledger needs READ COMMITTED or"
              + " stricter");
    }
    if (!isEchoed(connection)) {
      objections.add(
          "the character set between driver and server loses characters, so that different ids"
              + " would become one; the ledger needs utf8mb4 (characterEncoding=UTF-8, or leave it"
              + " out)");
    }
    if (isStatementLogged(connection)) {
      objections.add(
          "binlog_format is STATEMENT, with which the server refuses writes at READ COMMITTED; the"
              + " ledger needs ROW or MIXED");
    }
    return objections;
  }

  /** What the server sees of a parameter, and what comes back of it. */
  private static boolean isEchoed(Connection connection) throws SQLException {
    String sql = "SELECT HEX(CONVERT(? USING utf8mb4)), ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, ECHO);
      statement.setString(2, ECHO);
      try (ResultSet row = statement.executeQuery()) {
        String sent =
            HexFormat.of().withUpperCase().formatHex(ECHO.getBytes(StandardCharsets.UTF_8));
        return row.next() && sent.equals(row.getString(1)) && ECHO.equals(row.getString(2));
      }
    }
  }

  /** A server that no longer has one of these settings does not list it. */
  private static boolean isStatementLogged(Connection connection) throws SQLException {
    String sql =
        "SHOW SESSION VARIABLES WHERE variable_name IN ('log_bin', 'sql_log_bin', 'binlog_format')";
    Map<String, String> settings = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return "ON".equals(settings.get("log_bin"))
        && !"OFF".equals(settings.get("sql_log_bin"))
        && "STATEMENT".equals(settings.get("binlog_format"));
  }
}
