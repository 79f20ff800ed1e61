package io.consumptionledger.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo on a real server, reached by URL, and what it says when that does not work. */
@Timeout(120)
class JdbcDatabaseTest {
  private static final PrintStream SILENCE = new PrintStream(OutputStream.nullOutputStream());
  private static EmbeddedServer server;

  private final Terminal terminal = new Terminal();

  @BeforeAll
  static void startServer() {
    server = EmbeddedServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void givenAUrlWhenTheDemoRunsThenItEndsOkAndLeavesNoTable() throws SQLException {
    execute("CREATE TABLE demo_event_consumption (not_ours integer)");

    int exitCode = terminal.runForReal("--jdbc-url", server.jdbcUrl());

    assertThat(terminal.lastLine()).startsWith("DEMO OK events=300 ");
    assertThat(exitCode).isZero();
    assertThat(terminal.err()).isEmpty();
    assertThat(tables()).containsExactly("demo_event_consumption");
    execute("DROP TABLE demo_event_consumption");
  }

  @Test
  void givenNoRightToCreateTablesThenOneSentenceSaysSo() throws SQLException {
    execute("CREATE ROLE visitor LOGIN");

    assertFailed(
        "DEMO FAILED cannot create the demo's tables: ERROR: permission denied for schema public",
        "--jdbc-url",
        server.jdbcUrl().replace("user=postgres", "user=visitor"));
  }

  @Test
  void givenAMissingTableThenOneSentenceSaysSoAtOnce() {
    int exitCode =
        terminal.run(
            options -> {
              JdbcDatabase database =
                  JdbcDatabase.at(
                      new JdbcDatabase.Address(options.jdbcUrl(), null, null), SILENCE, SILENCE);
              dropTheTable();
              return database;
            },
            "--jdbc-url",
            server.jdbcUrl());

    assertThat(exitCode).isEqualTo(1);
    assertThat(terminal.lastLine())
        .matches(
            "DEMO FAILED the database refuses: ERROR: relation \"demo_\\w+_event_consumption\" does"
                + " not exist.*");
  }

  @Test
  void givenADatabaseThatIsNotThereThenOneSentenceSaysSo() {
    assertFailed(
        "DEMO FAILED cannot connect to jdbc:postgresql://127.0.0.1:1/x: Connection refused",
        "--jdbc-url",
        "jdbc:postgresql://127.0.0.1:1/x?password=secret");
    assertFailed(
        "DEMO FAILED cannot connect to jdbc:mysql://127.0.0.1:1/x: Connection refused",
        "--jdbc-url",
        "jdbc:mysql://someone:secret@127.0.0.1:1/x");
    String noDatabase = server.jdbcUrl().replace("/postgres?", "/nothing?");
    assertFailed(
        "DEMO FAILED cannot connect to "
            + Pools.withoutSecrets(noDatabase)
            + ": FATAL: database \"nothing\" does not exist",
        "--jdbc-url",
        noDatabase);
  }

  @Test
  void givenNoDriverThenOneSentenceSaysSo() {
    assertFailed(
        "DEMO FAILED there is no JDBC driver here for jdbc:unheard-of:x",
        "--jdbc-url",
        "jdbc:unheard-of:x");
  }

  @Test
  void givenAWrongOptionThenTheDemoFailsBeforeAnythingIsStarted() {
    assertFailed("DEMO FAILED unknown option \"--bogus\"; --help lists the options", "--bogus");
  }

  private void assertFailed(String sentence, String... args) {
    assertThat(terminal.runForReal(args)).isEqualTo(1);
    assertThat(terminal.lastLine()).isEqualTo(sentence);
    assertThat(terminal.err()).isEmpty();
  }

  private static void dropTheTable() {
    try {
      List<String> found = tables();
      execute(
          "DROP TABLE "
              + found.stream()
                  .filter(t -> t.endsWith("event_consumption"))
                  .findAny()
                  .orElseThrow());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> tables() throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
        ResultSet row = connection.getMetaData().getTables(null, "public", "%", null)) {
      while (row.next()) {
        if (row.getString("TABLE_TYPE").equals("TABLE")) {
          names.add(row.getString("TABLE_NAME"));
        }
      }
    }
    return names;
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
