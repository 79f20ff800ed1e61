package io.consumptionledger.conformance.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Plans of PostgreSQL, both the one that fits any values and the one for these. */
final class PostgreSqlPlans implements PlanServer {
  private static final String TABLE = "(?:event_consumption|raw_message_quarantine)";
  private static final String INSERT =
      "INSERT INTO event_consumption (tenant_id, handler_id, event_id, item_key, status, attempt,"
          + " received_at, updated_at";
  private static final String ERROR =
      ", error_class, error_type, error_fingerprint, payload_state," + " payload";
  private static final String AN_ERROR =
      ", 'RETRYABLE', 'java.lang.Exception', repeat('0', 64), 'STORED', '\\x00'";
  private static final String CONTENT = ", payload_state, payload";
  private static final String A_CONTENT = ", 'STORED', '\\x00'";
  private static final String CLAIM =
      ", claim_id, claim_epoch, node_id, node_incarnation, lease_expires_at";
  private static final String A_CLAIM =
      ", gen_random_uuid(), 1, 'node-a', gen_random_uuid(), now() + (n - 50) * interval '1 second'";
  private static final Pattern ANY = Pattern.compile("\\b" + TABLE + "\\b");
  private static final Pattern FULL = Pattern.compile("Seq Scan on " + TABLE + "\\b");
  private static final Pattern SORT = Pattern.compile("(^|-> +)Sort  \\(");
  private static final Pattern PRESORTED = Pattern.compile("(^|-> +)Incremental Sort  \\(");

  /** The first that a plan names are those of all of it. */
  private static final Pattern PAGES =
      Pattern.compile("Buffers: shared hit=(\\d+)(?: read=(\\d+))?");

  private static final Pattern INDEX_SCAN =
      Pattern.compile("(Index (Only )?Scan|Bitmap Index Scan)\\b");

  @Override
  public List<String> load(Volume volume) {
    return List.of(
        INSERT
            + ") SELECT 't' || n % 4, 'h' || n / 4 % 5, 'done-' || n / 20, '', 'SUCCEEDED', 1,"
            + " now() - n * interval '13 seconds', now() - n * interval '13 seconds'"
            + " FROM generate_series(0, "
            + (volume.finished() - 1)
            + ") AS n",
        some(
            "wait",
            2000,
            ", wait_reason, next_attempt_at" + ERROR,
            "RETRY_SCHEDULED",
            ", 'FAILURE', now() - n * interval '1 second'" + AN_ERROR),
        INSERT
            + ", wait_reason, next_attempt_at"
            + ERROR
            + ") SELECT 'big', 'h1', 'big-' || n, '', 'RETRY_SCHEDULED', 1, now(), now(), 'FAILURE',"
            + " now() - n * interval '1 second'"
            + AN_ERROR
            + " FROM generate_series(0, 49999) AS n",
        // Hexadecimal digits by chance, which no compression makes much shorter.
        "CREATE TEMPORARY TABLE body AS SELECT left(string_agg(md5(n::text), ''), "
            + volume.payload()
            + ")::bytea AS payload FROM generate_series(1, "
            + volume.payload()
            + " / 32 + 1) AS n",
        some(
            "dead",
            volume.dead(),
            ", dead_at" + ERROR,
            "DEAD_LETTER",
            ", now()" + AN_ERROR.replace("'\\x00'", "(SELECT payload FROM body)")),
        some(
            "held",
            200,
            ", held_since, payload_state, payload" + CLAIM,
            "PROCESSING",
            ", now(), 'STORED', '\\x00'" + A_CLAIM),
        some("busy", 300, CLAIM, "PROCESSING", A_CLAIM),
        some(
            "parked",
            1000,
            ", wait_reason, aggregate_type, aggregate_id, order_seq, open_seq" + CONTENT,
            "RETRY_SCHEDULED",
            ", 'ORDER', 'order', 'o-' || n / 4 % 50, n, n" + A_CONTENT),
        "INSERT INTO consumption_replay_requests (tenant_id, request_id, state, requester, reason,"
            + " selection, two_people, requested_at, item_count, selection_sha256, decided_by,"
            + " decided_at) VALUES ('t1', '"
            + PlanValues.REQUEST
            + "', 'APPROVED', 'rita', 'r', 's', true, now(), 10000,"
            + " decode(repeat('00', 32), 'hex'), 'albert', now())",
        "INSERT INTO consumption_replay_request_items (tenant_id, request_id, position_no,"
            + " handler_id, event_id, item_key, row_version, outcome) SELECT 't1', '"
            + PlanValues.REQUEST
            + "', n, 'h1', 'done-' || n, '', 2, CASE WHEN n % 2 = 0 THEN 'SCHEDULED' END"
            + " FROM generate_series(0, 9999) AS n",
        "INSERT INTO raw_message_quarantine (tenant_id, quarantine_id, handler_id, headers, payload,"
            + " payload_sha256, error_class, error_type, error_fingerprint, received_at, resolution,"
            + " resolved_by, resolved_reason, resolved_at) SELECT 't1', md5(n::text) || md5(n::text),"
            + " 'h1', '\\x00000000', convert_to(repeat('x', 1000), 'UTF8'),"
            + " decode(repeat('00', 32), 'hex'), 'POISON', 'Odd', repeat('0', 64),"
            + " now() - n * interval '1 minute', CASE WHEN n % 2 = 0 THEN 'DISCARDED' END,"
            + " CASE WHEN n % 2 = 0 THEN 'olga' END, CASE WHEN n % 2 = 0 THEN 'r' END,"
            + " CASE WHEN n % 2 = 0 THEN now() - n * interval '1 minute' END"
            + " FROM generate_series(0, 29999) AS n",
        "ANALYZE raw_message_quarantine",
        "ANALYZE consumption_replay_request_items",
        "ANALYZE event_consumption");
  }

  private static String some(String name, int count, String columns, String status, String values) {
    return INSERT
        + columns
        + ") SELECT 't' || n % 4, 'h1', '"
        + name
        + "-' || n, '', '"
        + status
        + "', 1, now() - n * interval '1 minute', now() - n * interval '1 minute'"
        + values
        + " FROM generate_series(0, "
        + (count - 1)
        + ") AS n";
  }

  @Override
  public List<String> plans(Connection connection, Bound bound) throws SQLException {
    List<String> plans = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("PREPARE gate " + types(bound) + " AS " + numbered(bound.text()));
      for (String mode : List.of("force_generic_plan", "force_custom_plan")) {
        statement.execute("SET plan_cache_mode = " + mode);
        plans.add(mode + "\n" + explain(statement, "EXPLAIN EXECUTE gate " + literals(bound)));
      }
      statement.execute("RESET plan_cache_mode");
      statement.execute("DEALLOCATE gate");
    }
    return plans;
  }

  private static String explain(Statement statement, String sql) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (ResultSet lines = statement.executeQuery(sql)) {
      while (lines.next()) {
        plan.append(lines.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }

  private static String numbered(String text) {
    StringBuilder numbered = new StringBuilder();
    int number = 0;
    for (char c : text.toCharArray()) {
      numbered.append(c == '?' ? "$" + ++number : String.valueOf(c));
    }
    return numbered.toString();
  }

  /** Those that the driver gives to what it binds. */
  private static String types(Bound bound) {
    return list(bound.values().stream().map(value -> type(value.type())).toList());
  }

  private static String type(int type) {
    return switch (type) {
      case Types.BIGINT -> "bigint";
      case Types.INTEGER -> "integer";
      case Types.VARBINARY -> "bytea";
      default -> "varchar";
    };
  }

  private static String literals(Bound bound) {
    return list(bound.values().stream().map(PostgreSqlPlans::literal).toList());
  }

  private static String literal(PlanValues.Value value) {
    if (value.value() instanceof byte[] bytes) {
      return "'\\x" + HexFormat.of().formatHex(bytes) + "'";
    }
    if (value.value() == null) {
      return "NULL";
    }
    String text = value.value().toString();
    return value.value() instanceof Number ? text : "'" + text.replace("'", "''") + "'";
  }

  private static String list(List<String> parts) {
    return parts.isEmpty() ? "" : parts.stream().collect(Collectors.joining(", ", "(", ")"));
  }

  @Override
  public List<String> faults(String plan, Sorting allowed) {
    List<String> faults = new ArrayList<>();
    if (!ANY.matcher(plan).find()) {
      return faults;
    }
    if (FULL.matcher(plan).find()) {
      faults.add("reads the whole table");
    }
    if (lines(plan, SORT) > 0 && allowed != Sorting.FEW && allowed != Sorting.COUNTED) {
      faults.add("sorts rows");
    }
    if (lines(plan, PRESORTED) > 0 && allowed == Sorting.NOTHING) {
      faults.add("sorts rows that are in part in order");
    }
    if (lines(plan, INDEX_SCAN) != plan.lines().filter(l -> l.contains("Index Cond:")).count()) {
      faults.add("reads a whole index");
    }
    return faults;
  }

  private static long lines(String plan, Pattern pattern) {
    return plan.lines().filter(line -> pattern.matcher(line.strip()).find()).count();
  }

  @Override
  public long reads(Connection connection, Bound bound) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PREPARE reads " + types(bound) + " AS " + numbered(bound.text()));
      String plan =
          explain(
              statement, "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE reads " + literals(bound));
      statement.execute("DEALLOCATE reads");
      Matcher pages = PAGES.matcher(plan);
      if (!pages.find()) {
        throw new AssertionError("no pages are counted in " + plan);
      }
      long hit = Long.parseLong(pages.group(1));
      return pages.group(2) == null ? hit : hit + Long.parseLong(pages.group(2));
    }
  }

  @Override
  public String dueIndex() {
    return "Index Scan using ec_ix_due on event_consumption";
  }
}
