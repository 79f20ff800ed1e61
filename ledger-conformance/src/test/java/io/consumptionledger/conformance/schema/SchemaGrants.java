package io.consumptionledger.conformance.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.jdbc.LedgerSchema.Applied;
import io.consumptionledger.jdbc.LedgerSchema.Script;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The run-time role can do its work and nothing else. */
abstract class SchemaGrants {
  private static final String SCHEMA = "ledger_grants";
  private static final String OWNED = "ledger_owned";
  private static final String ACCOUNT = "ledger_grants_app";
  private static final String SECRET = "Some-Secret-1";

  private final SchemaServer server;
  private LedgerSchema schema;
  private HikariDataSource admin;
  private HikariDataSource app;

  SchemaGrants(SchemaServer server) {
    this.server = server;
  }

  @BeforeEach
  void grantTheRole() throws SQLException {
    server.recreate(SCHEMA);
    server.recreateAccount(ACCOUNT, SECRET);
    admin = server.dataSource(SCHEMA);
    schema = LedgerSchema.of(admin);
    schema.apply();
    try (Connection connection = admin.getConnection()) {
      SchemaServer.run(connection, List.of("CREATE TABLE not_ours (x int)"));
      server.grant(connection, schema.print(Script.GRANTS), ACCOUNT);
    }
    app = server.dataSource(SCHEMA, ACCOUNT, SECRET);
  }

  @AfterEach
  void dropTheRole() {
    if (app == null) {
      return; // there is no server, and the test was aborted
    }
    app.close();
    admin.close();
    server.dropAccount(ACCOUNT);
    server.drop(SCHEMA);
  }

  @Test
  void givenTheRole_whenItReadsAndWritesEveryTable_thenItMay() throws Exception {
    List<String> tables =
        server.catalog(SCHEMA).keySet().stream()
            .filter(name -> name.matches("event_consumption|raw_message_quarantine|consumption_.*"))
            .filter(name -> !name.matches(".*_(pk|seq|ix_.*|uk_.*)"))
            .toList();
    assertThat(tables).hasSize(9);
    try (Connection connection = app.getConnection()) {
      for (String table : tables) {
        String column =
            SchemaServer.rows(
                    connection,
                    "SELECT column_name FROM information_schema.columns WHERE table_name = '"
                        + table
                        + "' AND table_schema = '"
                        + SCHEMA
                        + "' AND column_name IN ('tenant_id', 'node_id')"
                        + " ORDER BY column_name DESC")
                .get(0)
                .get(0);
        SchemaServer.run(
            connection,
            List.of(
                "SELECT * FROM " + table,
                "UPDATE " + table + " SET " + column + " = 't' WHERE " + column + " = 'none'",
                "DELETE FROM " + table + " WHERE " + column + " = 'none'",
                "INSERT INTO "
                    + table
                    + " ("
                    + column
                    + ") SELECT 't' FROM "
                    + table
                    + " WHERE 1 = 0"));
      }
      String audit =
          "INSERT INTO consumption_audit (tenant_id, action, actor, at_time)"
              + " VALUES ('t', 'LOOK', 'ann', CURRENT_TIMESTAMP)";
      SchemaServer.run(connection, List.of(audit, audit));
      assertThat(SchemaServer.rows(connection, "SELECT audit_id FROM consumption_audit ORDER BY 1"))
          .containsExactly(List.of("1"), List.of("2"));
    }
  }

  @Test
  void givenTheRole_whenItVerifies_thenItSeesAllThatAnAdministratorSees() {
    assertThat(LedgerSchema.of(app).verify()).isEmpty();
    assertThat(LedgerSchema.of(app).apply()).isEqualTo(Applied.ALREADY_THERE);
  }

  @Test
  void givenTheRole_whenItDoesAnythingElse_thenItIsRefused() throws Exception {
    List<String> forbidden = server.forbidden(SCHEMA, "not_ours");
    for (String sql : forbidden) {
      try (Connection connection = app.getConnection()) {
        assertThatThrownBy(() -> SchemaServer.run(connection, List.of(sql)))
            .as(sql)
            .isInstanceOf(SQLException.class)
            .hasMessageMatching("(?s).*(denied|must be owner|do not have).*");
      }
    }
    assertThat(schema.verify()).isEmpty();
  }

  @Test
  void givenTheOwnerOfASchema_whenItAppliesAndRemovesThere_thenItNeedsNothingMore()
      throws SQLException {
    server.recreateFor(ACCOUNT, OWNED);
    try (HikariDataSource owner = server.dataSource(OWNED, ACCOUNT, SECRET);
        Connection connection = owner.getConnection()) {
      LedgerSchema owned = LedgerSchema.of(owner);

      assertThat(owned.apply()).isEqualTo(Applied.CREATED);
      assertThat(owned.verify()).isEmpty();
      SchemaServer.run(connection, SchemaServer.statements(owned.print(Script.DOWN)));
      assertThat(server.catalog(OWNED)).isEmpty();
    } finally {
      server.drop(OWNED);
    }
  }

  @Test
  void givenTheRole_whenItAppliesAnotherLedger_thenItIsRefusedAndNothingIsCreated() {
    Map<String, String> before = server.catalog(SCHEMA);
    LedgerSchema other = LedgerSchema.of(app, SCHEMA, "other_");

    assertThatThrownBy(other::apply)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("CREATE TABLE other_event_consumption");
    assertThat(server.catalog(SCHEMA)).isEqualTo(before);
  }
}
