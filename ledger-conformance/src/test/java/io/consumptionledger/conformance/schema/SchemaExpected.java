package io.consumptionledger.conformance.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.LedgerSchema.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What verify.sql expects is generated from really applied tables. After a change of up.sql run
 * this test with -Dledger.schema.write=true to write it anew.
 */
abstract class SchemaExpected {
  private static final String SCHEMA = "ledger_expected";
  private static final String PREFIX = "zz_prefix_zz_";
  private static final String BEGIN = "  -- begin of what is expected\n";
  private static final String END = "  -- end of what is expected\n";

  private final SchemaServer server;

  SchemaExpected(SchemaServer server) {
    this.server = server;
  }

  @Test
  void givenAppliedTables_whenTheyAreDescribed_thenVerifyExpectsExactlyThat()
      throws IOException, SQLException {
    Path file =
        Path.of(
            System.getProperty("project.root"),
            "ledger-jdbc/src/main/resources/db",
            server.folder(),
            "verify.sql");
    String text = Files.readString(file, UTF_8);
    String head = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
    String tail = text.substring(text.indexOf(END));
    String fresh = head + lines(head, tail) + "\n" + tail;
    if (Boolean.getBoolean("ledger.schema.write")) {
      Files.writeString(file, fresh, UTF_8);
    }

    assertThat(Files.readString(file, UTF_8))
        .as("%s is stale: run this test with -Dledger.schema.write=true", file)
        .isEqualTo(fresh);
  }

  private String lines(String head, String tail) throws SQLException {
    String row = server.folder().equals("mysql") ? "ROW" : "";
    server.recreate(SCHEMA);
    try (HikariDataSource pool = server.dataSource(SCHEMA);
        Connection connection = pool.getConnection()) {
      String up = LedgerSchema.of(pool, null, PREFIX).print(Script.UP);
      SchemaServer.run(connection, SchemaServer.statements(up));
      String nothing = (head + row + "('', '', '')\n" + tail).replace("${prefix}", PREFIX);
      List<List<String>> rows =
          SchemaServer.rows(connection, SchemaServer.statements(nothing).get(0));
      return rows.stream()
          .filter(r -> !r.get(0).isEmpty())
          .map(r -> List.of(r.get(0), r.get(1), r.get(3)))
          .map(
              r ->
                  r.stream()
                      .map(part -> "'" + part.replace("'", "''") + "'")
                      .collect(Collectors.joining(", ", "  " + row + "(", ")")))
          .map(line -> line.replace(PREFIX, "${prefix}"))
          .collect(Collectors.joining(",\n"));
    } finally {
      server.drop(SCHEMA);
    }
  }
}
