package io.consumptionledger.conformance.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plans of MySQL, in the format that names how each table is read. */
final class MySqlPlans implements PlanServer {
  private static final String INSERT =
      "INSERT INTO event_consumption (tenant_id, handler_id, event_id, item_key, status, attempt,"
          + " received_at, updated_at";
  private static final String ERROR =
      ", error_class, error_type, error_fingerprint, payload_state," + " payload";
  private static final String AN_ERROR =
      ", 'RETRYABLE', 'java.lang.Exception', REPEAT('0', 64), 'STORED', X'00'";
  private static final String CONTENT = ", payload_state, payload";
  private static final String A_CONTENT = ", 'STORED', X'00'";
  private static final String CLAIM =
      ", claim_id, claim_epoch, node_id, node_incarnation, lease_expires_at";
  private static final String A_CLAIM =
      ", UUID_TO_BIN(UUID()), 1, 'node-a', UUID_TO_BIN(UUID()),"
          + " UTC_TIMESTAMP(6) + INTERVAL CAST(n AS SIGNED) - 50 SECOND";
  private static final Pattern ACCESS =
      Pattern.compile("\"table_name\": \"([^\"]+)\"(?:.|\\n)*?\"access_type\": \"([^\"]+)\"");

  /** The ledger's large tables, by their names and by their names in joins. */
  private static final Set<String> TABLE =
      Set.of("event_consumption", "e", "o", "p", "raw_message_quarantine", "q");

  private static final Set<String> WHOLE = Set.of("ALL", "index");

  @Override
  public List<String> load(Volume volume) {
    return List.of(
        "SET SESSION cte_max_recursion_depth = " + volume.finished(),
        INSERT
            + ") "
            + upTo(volume.finished())
            + " SELECT CONCAT('t', n % 4), CONCAT('h', n DIV 4 % 5), CONCAT('done-', n DIV 20), '',"
            + " 'SUCCEEDED', 1, UTC_TIMESTAMP(6) - INTERVAL n * 13 SECOND,"
            + " UTC_TIMESTAMP(6) - INTERVAL n * 13 SECOND FROM numbers",
        some(
            "wait",
            2000,
            ", wait_reason, next_attempt_at" + ERROR,
            "RETRY_SCHEDULED",
            ", 'FAILURE', UTC_TIMESTAMP(6) - INTERVAL n SECOND" + AN_ERROR),
        INSERT
            + ", wait_reason, next_attempt_at"
            + ERROR
            + ") "
            + upTo(50_000)
            + " SELECT 'big', 'h1', CONCAT('big-', n), '', 'RETRY_SCHEDULED', 1, UTC_TIMESTAMP(6),"
            + " UTC_TIMESTAMP(6), 'FAILURE', UTC_TIMESTAMP(6) - INTERVAL n SECOND"
            + AN_ERROR
            + " FROM numbers",
        some(
            "dead",
            volume.dead(),
            ", dead_at" + ERROR,
            "DEAD_LETTER",
            ", UTC_TIMESTAMP(6)"
                + AN_ERROR.replace("X'00'", "REPEAT('x', " + volume.payload() + ")")),
        some(
            "held",
            200,
            ", held_since, payload_state, payload" + CLAIM,
            "PROCESSING",
            ", UTC_TIMESTAMP(6), 'STORED', X'00'" + A_CLAIM),
        some("busy", 300, CLAIM, "PROCESSING", A_CLAIM),
        some(
            "parked",
            1000,
            ", wait_reason, aggregate_type, aggregate_id, order_seq, open_seq" + CONTENT,
            "RETRY_SCHEDULED",
            ", 'ORDER', 'order', CONCAT('o-', n DIV 4 % 50), n, n" + A_CONTENT),
        "INSERT INTO consumption_replay_requests (tenant_id, request_id, state, requester, reason,"
            + " selection, two_people, requested_at, item_count, selection_sha256, decided_by,"
            + " decided_at) VALUES ('t1', UUID_TO_BIN('"
            + PlanValues.REQUEST
            + "'), 'APPROVED', 'rita', 'r', 's', true, UTC_TIMESTAMP(6), 10000,"
            + " REPEAT(X'00', 32), 'albert', UTC_TIMESTAMP(6))",
        "INSERT INTO consumption_replay_request_items (tenant_id, request_id, position_no,"
            + " handler_id, event_id, item_key, row_version, outcome) "
            + upTo(10_000)
            + " SELECT 't1', UUID_TO_BIN('"
            + PlanValues.REQUEST
            + "'), n, 'h1', CONCAT('done-', n), '', 2,"
            + " CASE WHEN n % 2 = 0 THEN 'SCHEDULED' END FROM numbers",
        "INSERT INTO raw_message_quarantine (tenant_id, quarantine_id, handler_id, headers, payload,"
            + " payload_sha256, error_class, error_type, error_fingerprint, received_at, resolution,"
            + " resolved_by, resolved_reason, resolved_at) "
            + upTo(30_000)
            + " SELECT 't1', SHA2(n, 256), 'h1', X'00000000', REPEAT('x', 1000), REPEAT(X'00', 32),"
            + " 'POISON', 'Odd', REPEAT('0', 64), UTC_TIMESTAMP(6) - INTERVAL n MINUTE,"
            + " CASE WHEN n % 2 = 0 THEN 'DISCARDED' END, CASE WHEN n % 2 = 0 THEN 'olga' END,"
            + " CASE WHEN n % 2 = 0 THEN 'r' END,"
            + " CASE WHEN n % 2 = 0 THEN UTC_TIMESTAMP(6) - INTERVAL n MINUTE END FROM numbers",
        "SET SESSION cte_max_recursion_depth = DEFAULT",
        "ANALYZE TABLE raw_message_quarantine",
        "ANALYZE TABLE consumption_replay_request_items",
        "ANALYZE TABLE event_consumption");
  }

  private static String upTo(int count) {
    return "WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < "
        + (count - 1)
        + ")";
  }

  private static String some(String name, int count, String columns, String status, String values) {
    return INSERT
        + columns
        + ") "
        + upTo(count)
        + " SELECT CONCAT('t', n % 4), 'h1', CONCAT('"
        + name
        + "-', n), '', '"
        + status
        + "', 1, UTC_TIMESTAMP(6) - INTERVAL n MINUTE,"
        + " UTC_TIMESTAMP(6) - INTERVAL n MINUTE"
        + values
        + " FROM numbers";
  }

  @Override
  public List<String> plans(Connection connection, Bound bound) throws SQLException {
    try (Statement format = connection.createStatement()) {
      format.execute("SET SESSION explain_json_format_version = 1");
    }
    String sql = "EXPLAIN FORMAT=JSON " + bound.text();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, bound);
      try (ResultSet plan = statement.executeQuery()) {
        plan.next();
        return List.of(plan.getString(1));
      }
    }
  }

  /** The table that an insert writes is named as if it were read, and marked as written. */
  @Override
  public List<String> faults(String plan, Sorting allowed) {
    List<String> faults = new ArrayList<>();
    boolean touched = false;
    for (String table : plan.split("\"table\": \\{")) {
      Matcher access = ACCESS.matcher(table);
      if (access.find() && TABLE.contains(access.group(1))) {
        touched = true;
        if (!table.contains("\"insert\": true") && WHOLE.contains(access.group(2))) {
          faults.add("reads the whole table or a whole index");
        }
      }
    }
    if (touched && allowed != Sorting.COUNTED && plan.contains("\"using_filesort\": true")) {
      faults.add("sorts rows");
    }
    return faults;
  }

  @Override
  public long reads(Connection connection, Bound bound) throws SQLException {
    long before = rowsRead(connection);
    try (PreparedStatement statement = connection.prepareStatement(bound.text())) {
      bind(statement, bound);
      statement.executeQuery().close();
    }
    return rowsRead(connection) - before;
  }

  private static long rowsRead(Connection connection) throws SQLException {
    long read = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
      while (rows.next()) {
        read += rows.getLong(2);
      }
    }
    return read;
  }

  private static void bind(PreparedStatement statement, Bound bound) throws SQLException {
    int at = 1;
    for (PlanValues.Value value : bound.values()) {
      statement.setObject(at++, value.value(), value.type());
    }
  }

  @Override
  public String dueIndex() {
    return "\"key\": \"ec_ix_cold\"";
  }
}
