package io.consumptionledger.conformance.database.dialect;

import io.consumptionledger.conformance.database.Server;
import io.consumptionledger.conformance.database.ServerKind;
import io.consumptionledger.conformance.database.Space;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL. */
public final class PostgreSqlKind implements ServerKind {
  private static final String IMAGE = "postgres:18";
  private static final String UNKNOWN_ZONE = "22023";

  /** For the service loader. */
  public PostgreSqlKind() {}

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public String product() {
    return "PostgreSQL";
  }

  /** Without durability: what is tested does not outlive the container. */
  @Override
  public Server startContainer() {
    PostgreSQLContainer container =
        new PostgreSQLContainer(IMAGE)
            .withTmpFs(Map.of("/var/lib/postgresql", "rw"))
            .withCommand(
                "postgres",
                "-c",
                "fsync=off",
                "-c",
                "synchronous_commit=off",
                "-c",
                "full_page_writes=off",
                "-c",
                "max_connections=200");
    container.start();
    return new Server(
        container.getJdbcUrl(), container.getUsername(), container.getPassword(), "container");
  }

  @Override
  public Server startEmbedded() throws Exception {
    // Lives as long as the Java process, which stops it at its end.
    @SuppressWarnings("resource")
    EmbeddedPostgres embedded =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setServerConfig("synchronous_commit", "off")
            .setServerConfig("max_connections", "200")
            .start();
    // Its own URL would name the administrator, and so make every account one.
    String url = "jdbc:postgresql://localhost:" + embedded.getPort() + "/postgres";
    return new Server(url, "postgres", "", "embedded");
  }

  @Override
  public String url(String url, String schema) {
    return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
  }

  @Override
  public void create(Connection admin, String schema, String account, String password)
      throws SQLException {
    Space.run(
        admin,
        List.of(
            "CREATE SCHEMA " + schema,
            "CREATE ROLE " + account + " LOGIN PASSWORD '" + password + "'"));
  }

  @Override
  public void drop(Connection admin, String schema, String account) throws SQLException {
    Space.run(
        admin,
        List.of(
            "DROP SCHEMA IF EXISTS " + schema + " CASCADE",
            "DROP OWNED BY " + account + " CASCADE",
            "DROP ROLE " + account));
  }

  /** Does what psql would do with its variables. */
  @Override
  public List<String> grants(String script, String schema, String account) {
    return Space.statements(
        script
            .replaceAll("(?m)^SELECT .* \\\\gset$", "")
            .replace(":\"ledger_schema\"", "\"" + schema + "\"")
            .replace(":\"role\"", "\"" + account + "\""));
  }

  /** Class 22 are data exceptions, class 23 violations of constraints. */
  @Override
  public boolean isRefusedValue(SQLException error) {
    String state = error.getSQLState();
    return state != null && (state.startsWith("22") || state.startsWith("23"));
  }

  @Override
  public String instant(long micros) {
    return "clock_timestamp() + " + micros + " * interval '1 microsecond'";
  }

  /** A server may not know every zone that Java knows; then today's offset must do. */
  @Override
  public String setZone(Connection connection, ZoneId zone) throws SQLException {
    String named = "SET TIME ZONE '" + zone.getId() + "'";
    try {
      Space.run(connection, List.of(named, "RESET TIME ZONE"));
      return named;
    } catch (SQLException e) {
      if (!UNKNOWN_ZONE.equals(e.getSQLState())) {
        throw e;
      }
    }
    String offset = zone.getRules().getOffset(Instant.now()).getId().replace("Z", "+00:00");
    return "SET TIME ZONE INTERVAL '" + offset + "' HOUR TO MINUTE";
  }

  @Override
  public void prepareCaller(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }
}
