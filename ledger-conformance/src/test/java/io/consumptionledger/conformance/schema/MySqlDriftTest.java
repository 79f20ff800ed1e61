package io.consumptionledger.conformance.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.LedgerSchema.Script;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Alters everything the catalog lists in one way, and expects verify to name every single thing;
 * then the next way. Nothing can be rolled back here, so the tables are made anew each time.
 */
final class MySqlDriftTest {
  private static final String SCHEMA = "ledger_drift";

  private final SchemaServer server = MySqlServer.INSTANCE;
  private HikariDataSource pool;
  private LedgerSchema schema;

  /** A column as the catalog has it. */
  private record Column(
      String table,
      String name,
      String type,
      String collation,
      boolean notNull,
      boolean isDefault,
      String generated) {
    String definition(String type, String collation, boolean notNull) {
      return "MODIFY COLUMN "
          + name
          + " "
          + type
          + (collation == null ? "" : " COLLATE " + collation)
          + (notNull ? " NOT NULL" : " NULL");
    }
  }

  @BeforeEach
  void apply() {
    server.recreate(SCHEMA);
    pool = server.dataSource(SCHEMA);
    schema = LedgerSchema.of(pool);
    schema.apply();
  }

  @AfterEach
  void drop() {
    if (pool == null) {
      return; // there is no server, and the test was aborted
    }
    pool.close();
    server.drop(SCHEMA);
  }

  @Test
  void givenEveryColumn_whenItsTypeChanges_thenVerifyNamesEach() throws SQLException {
    modifyEach(columns(), c -> c.definition(otherType(c.type()), c.collation(), c.notNull()));
  }

  @Test
  void givenEveryColumn_whenItMayBeNullOrNoLonger_thenVerifyNamesEach() throws SQLException {
    for (String table : tables()) {
      String free = table.equals("consumption_audit") ? "MODIFY audit_id bigint NOT NULL, " : "";
      run("ALTER TABLE " + table + " " + free + "DROP PRIMARY KEY");
    }
    modifyEach(columns(), c -> c.definition(c.type(), c.collation(), !c.notNull()));
  }

  @Test
  void givenEveryTextColumn_whenItsCollationChanges_thenVerifyNamesEach() throws SQLException {
    modifyEach(
        columns().stream().filter(c -> c.collation() != null).toList(),
        c ->
            c.definition(
                c.type(),
                c.collation().startsWith("ascii") ? "ascii_general_ci" : "utf8mb4_bin",
                c.notNull()));
  }

  @Test
  void givenEveryTime_whenItIsUpdatedByItself_thenVerifyNamesEach() throws SQLException {
    modifyEach(
        columns().stream().filter(c -> c.type().equals("datetime(6)")).toList(),
        c ->
            c.definition(c.type(), null, c.notNull())
                + (c.notNull() ? "" : " DEFAULT NULL")
                + " ON UPDATE CURRENT_TIMESTAMP(6)");
  }

  @Test
  void givenEveryNumber_whenItsDefaultChanges_thenVerifyNamesEach() throws SQLException {
    modifyEach(
        columns().stream().filter(c -> c.type().endsWith("int")).toList(),
        c ->
            c.definition(c.type(), null, c.notNull())
                + (c.isDefault() || c.name().equals("audit_id") ? "" : " DEFAULT 7"));
  }

  @Test
  void givenEveryColumn_whenItIsDropped_thenVerifyNamesEach() throws SQLException {
    List<Column> columns = columns();
    Set<String> expected = new LinkedHashSet<>();
    for (String table : tables()) {
      List<String> parts = new ArrayList<>();
      parts.add("ADD COLUMN added int");
      for (String check : checks(table)) {
        parts.add("DROP CHECK " + check);
        expected.add("check " + table + "." + check);
      }
      for (Column column : columns) {
        if (column.table().equals(table)) {
          parts.add("DROP COLUMN " + column.name());
          expected.add("column " + table + "." + column.name());
        }
      }
      expected.add("column " + table + ".added");
      run("ALTER TABLE " + table + " " + String.join(", ", parts));
    }
    assertThat(named()).containsAll(expected);
  }

  @Test
  void givenEveryGeneratedColumn_whenItsExpressionChanges_thenVerifyNamesEach()
      throws SQLException {
    List<Column> generated = columns().stream().filter(c -> c.generated() != null).toList();
    assertThat(generated).hasSize(3);
    for (Column c : generated) {
      String other = c.collation() == null ? "received_at" : "'X'";
      run(
          "ALTER TABLE "
              + c.table()
              + " MODIFY COLUMN "
              + c.name()
              + " "
              + c.type()
              + (c.collation() == null ? "" : " COLLATE " + c.collation())
              + " AS ("
              + other
              + ") "
              + c.generated());
    }
    assertThat(named())
        .containsAll(generated.stream().map(c -> "column " + c.table() + "." + c.name()).toList());
  }

  @Test
  void givenEveryIndex_whenItIsAlteredInAnyWay_thenVerifyNamesEach() throws SQLException {
    List<List<String>> indexes =
        rows(
            """
            SELECT table_name, index_name, MAX(non_unique),
              GROUP_CONCAT(column_name ORDER BY seq_in_index),
              GROUP_CONCAT(column_name ORDER BY seq_in_index DESC)
            FROM information_schema.statistics
            WHERE table_schema = DATABASE() AND index_name <> 'PRIMARY'
            GROUP BY table_name, index_name
            """);
    assertThat(indexes).hasSizeGreaterThanOrEqualTo(7);
    List<Function<List<String>, String>> ways =
        List.of(
            i -> drop(i),
            i -> drop(i) + ", ADD " + flipped(i) + "INDEX " + i.get(1) + "(" + i.get(3) + ")",
            i -> drop(i) + ", ADD " + kept(i) + "INDEX " + i.get(1) + "(" + i.get(4) + ")",
            i -> drop(i) + ", ADD " + kept(i) + "INDEX " + i.get(1) + "(" + i.get(3) + " DESC)",
            i -> "ALTER INDEX " + i.get(1) + " INVISIBLE");
    for (Function<List<String>, String> way : ways) {
      for (List<String> i : indexes) {
        run("ALTER TABLE " + i.get(0) + " " + way.apply(i));
      }
      assertThat(named())
          .containsAll(indexes.stream().map(i -> "index " + i.get(0) + "." + i.get(1)).toList());
      again();
    }
  }

  private static String drop(List<String> index) {
    return "DROP INDEX " + index.get(1);
  }

  private static String flipped(List<String> index) {
    return index.get(2).equals("1") ? "UNIQUE " : "";
  }

  private static String kept(List<String> index) {
    return index.get(2).equals("1") ? "" : "UNIQUE ";
  }

  @Test
  void givenEveryPrimaryKey_whenItIsAlteredInAnyWay_thenVerifyNamesEach() throws SQLException {
    for (String other : List.of("", ", ADD PRIMARY KEY (added)")) {
      Set<String> expected = new LinkedHashSet<>();
      for (String table : tables()) {
        String free = table.equals("consumption_audit") ? "MODIFY audit_id bigint NOT NULL, " : "";
        run(
            "ALTER TABLE "
                + table
                + " "
                + free
                + "ADD COLUMN added int NOT NULL, DROP PRIMARY KEY"
                + other);
        expected.add("key " + table + ".PRIMARY");
        expected.add("index " + table + ".PRIMARY");
      }
      assertThat(named()).containsAll(expected);
      again();
    }
  }

  @Test
  void givenEveryCheck_whenItIsAlteredInAnyWay_thenVerifyNamesEach() throws SQLException {
    for (String way :
        List.of(
            "DROP CHECK %s",
            "ALTER CHECK %s NOT ENFORCED", "DROP CHECK %1$s, ADD CONSTRAINT %1$s CHECK (1 = 1)")) {
      Set<String> expected = new LinkedHashSet<>();
      for (String table : tables()) {
        List<String> checks = checks(table);
        if (!checks.isEmpty()) {
          run(
              "ALTER TABLE "
                  + table
                  + " "
                  + checks.stream().map(way::formatted).collect(Collectors.joining(", ")));
        }
        checks.forEach(check -> expected.add("check " + table + "." + check));
      }
      assertThat(expected).hasSizeGreaterThan(30);
      assertThat(named()).containsAll(expected);
      again();
    }
  }

  @Test
  void givenEveryTable_whenItIsAlteredInAnyWay_thenVerifyNamesEach() throws SQLException {
    for (String way :
        List.of(
            "ALTER TABLE %s ROW_FORMAT = COMPRESSED KEY_BLOCK_SIZE = 16",
            "ALTER TABLE %s DEFAULT COLLATE utf8mb4_bin", "DROP TABLE %s")) {
      List<String> tables = tables();
      for (String table : tables) {
        run(way.formatted(table));
      }
      assertThat(named()).containsAll(tables.stream().map(t -> "table " + t).toList());
      again();
    }
    run("ALTER TABLE consumption_nodes ENGINE = MyISAM");
    assertThat(named()).contains("table consumption_nodes");
  }

  /**
   * A generated column has no definition of its own that could change; it has a test of its own.
   */
  private void modifyEach(List<Column> all, Function<Column, String> change) throws SQLException {
    List<Column> columns = all.stream().filter(c -> c.generated() == null).toList();
    assertThat(columns).hasSizeGreaterThan(10);
    for (String table : tables()) {
      String changes =
          columns.stream()
              .filter(c -> c.table().equals(table))
              .map(change)
              .collect(Collectors.joining(", "));
      if (!changes.isEmpty()) {
        run("ALTER TABLE " + table + " " + changes);
      }
    }
    assertThat(named())
        .containsAll(columns.stream().map(c -> "column " + c.table() + "." + c.name()).toList());
  }

  private static String otherType(String type) {
    return switch (type) {
      case "int" -> "bigint";
      case "bigint" -> "int";
      case "datetime(6)" -> "datetime(3)";
      case "longblob" -> "mediumblob";
      case "text" -> "mediumtext";
      default -> {
        int open = type.indexOf('(');
        int length = Integer.parseInt(type.substring(open + 1, type.length() - 1));
        yield type.substring(0, open) + "(" + (length + 1) + ")";
      }
    };
  }

  private void again() throws SQLException {
    for (String sql : SchemaServer.statements(schema.print(Script.DOWN))) {
      run(sql);
    }
    schema.apply();
  }

  private Set<String> named() {
    return schema.verify().stream()
        .map(d -> d.kind() + " " + d.object())
        .collect(Collectors.toSet());
  }

  private List<String> tables() throws SQLException {
    List<List<String>> rows =
        rows("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()");
    assertThat(rows).hasSize(9);
    return rows.stream().map(row -> row.get(0)).toList();
  }

  private List<String> checks(String table) throws SQLException {
    return rows(
            "SELECT constraint_name FROM information_schema.table_constraints"
                + " WHERE constraint_type = 'CHECK' AND table_schema = DATABASE() AND table_name = '"
                + table
                + "'")
        .stream()
        .map(row -> row.get(0))
        .toList();
  }

  private List<Column> columns() throws SQLException {
    return rows(
            """
            SELECT table_name, column_name, column_type, collation_name, is_nullable,
              column_default, extra
            FROM information_schema.columns WHERE table_schema = DATABASE()
            """)
        .stream()
        .map(
            row ->
                new Column(
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3),
                    row.get(4).equals("NO"),
                    row.get(5) != null,
                    generated(row.get(6))))
        .toList();
  }

  /** How a column is generated, which no ALTER can change; null if it is not. */
  private static String generated(String extra) {
    return extra.endsWith(" GENERATED") ? extra.substring(0, extra.indexOf(' ')) : null;
  }

  private List<List<String>> rows(String sql) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return SchemaServer.rows(connection, sql);
    }
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      SchemaServer.run(connection, List.of(sql));
    }
  }
}
