package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.jdbc.internal.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** MySQL plans each time anew, so there is one plan. */
class MySqlPlanTest extends PlanGate {
  private static final Set<String> SCANS = Set.of("ALL", "index");

  MySqlPlanTest() {
    super("mysql");
  }

  /** One line of a plan. */
  private record Line(String kind, String table, String type, String key, String extra) {
    /** The keys that a statement brings with it are read whole, and an insert reads nothing. */
    boolean isOfOurTables() {
      return table != null
          && !table.startsWith("<")
          && !table.equals("k")
          && !"INSERT".equals(kind);
    }

    boolean isFault() {
      return extra.contains("filesort")
          || (isOfOurTables() && (extra.contains("Using temporary") || SCANS.contains(type)));
    }
  }

  @Override
  String dueIndex() {
    return "key=ec_ix_cold";
  }

  @Override
  List<String> faults(Connection connection, Sql sql, String text, List<Object> values)
      throws SQLException {
    List<Line> plan = lines(connection, text, values);
    return plan.stream().anyMatch(Line::isFault) ? List.of(sql + ": " + plan) : List.of();
  }

  @Override
  String plan(Connection connection, String text, List<Object> values) throws SQLException {
    return lines(connection, text, values).toString();
  }

  private static List<Line> lines(Connection connection, String text, List<Object> values)
      throws SQLException {
    List<Line> lines = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement("EXPLAIN FORMAT=TRADITIONAL " + text)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          String extra = row.getString("Extra");
          lines.add(
              new Line(
                  row.getString("select_type"),
                  row.getString("table"),
                  row.getString("type"),
                  row.getString("key"),
                  extra == null ? "" : extra));
        }
      }
    }
    return lines;
  }
}
