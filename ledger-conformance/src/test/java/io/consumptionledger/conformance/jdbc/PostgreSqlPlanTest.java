package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.conformance.database.Space;
import io.consumptionledger.jdbc.internal.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Generic and custom plans: what runs before and after a statement has been used some times. */
class PostgreSqlPlanTest extends PlanGate {
  private static final Pattern SCAN = Pattern.compile("Seq Scan on");
  private static final Pattern SORT = Pattern.compile("(?m)^\\s*(->\\s*)?Sort\\s+\\(");
  private static final Pattern TIES = Pattern.compile("Incremental Sort");

  PostgreSqlPlanTest() {
    super("postgresql");
  }

  @Override
  String dueIndex() {
    return "ec_ix_due";
  }

  @Override
  List<String> faults(Connection connection, Sql sql, String text, List<Object> values)
      throws SQLException {
    List<String> faults = new ArrayList<>();
    for (String mode : List.of("force_generic_plan", "force_custom_plan")) {
      Space.run(connection, List.of("SET plan_cache_mode = " + mode));
      String plan = plan(connection, text, values);
      boolean scans = SCAN.matcher(plan).find() || SORT.matcher(plan).find();
      // Purging goes on from a cursor; rows received in the same microsecond are put in order.
      boolean sortsTies = TIES.matcher(plan).find() && sql != Sql.PURGE_PICK;
      if (scans || sortsTies) {
        faults.add(sql + " with " + mode + ":\n" + plan);
      }
      Space.run(connection, List.of("RESET plan_cache_mode"));
    }
    return faults;
  }

  @Override
  String plan(Connection connection, String text, List<Object> values) throws SQLException {
    StringBuilder numbered = new StringBuilder();
    int place = 0;
    for (char c : text.toCharArray()) {
      numbered.append(c == '?' ? "$" + ++place : String.valueOf(c));
    }
    String types = values.stream().map(PostgreSqlPlanTest::type).collect(Collectors.joining(", "));
    String literals =
        values.stream().map(PostgreSqlPlanTest::literal).collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement()) {
      statement.execute("PREPARE gate(" + types + ") AS " + numbered);
      StringBuilder plan = new StringBuilder();
      try (ResultSet row = statement.executeQuery("EXPLAIN EXECUTE gate(" + literals + ")")) {
        while (row.next()) {
          plan.append(row.getString(1)).append('\n');
        }
      }
      statement.execute("DEALLOCATE gate");
      return plan.toString();
    }
  }

  private static String type(Object value) {
    return value instanceof Long ? "bigint" : value instanceof byte[] ? "bytea" : "varchar";
  }

  private static String literal(Object value) {
    if (value instanceof byte[] bytes) {
      return "'\\x" + HexFormat.of().formatHex(bytes) + "'";
    }
    return value instanceof Long ? value.toString() : "'" + value + "'";
  }
}
