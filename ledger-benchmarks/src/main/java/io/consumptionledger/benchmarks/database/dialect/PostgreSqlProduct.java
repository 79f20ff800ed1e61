package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Queries;
import io.consumptionledger.benchmarks.database.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL. */
public final class PostgreSqlProduct implements Product {
  private static final List<String> SHOWN =
      List.of(
          "server_version",
          "fsync",
          "synchronous_commit",
          "full_page_writes",
          "wal_sync_method",
          "shared_buffers",
          "max_wal_size",
          "autovacuum",
          "max_connections");

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public String title() {
    return "PostgreSQL";
  }

  @Override
  public String urlStart() {
    return "jdbc:postgresql:";
  }

  @Override
  public Server startContainer() {
    PostgreSQLContainer container =
        new PostgreSQLContainer("postgres:18")
            .withCommand("postgres", "-c", "max_connections=300"); // else it would not be durable
    container.start();
    return new Server(
        container.getJdbcUrl(), container.getUsername(), container.getPassword(), container::stop);
  }

  @Override
  public String url(String url, String database) {
    return url.replaceFirst("(jdbc:postgresql://[^/]*/)[^?]*.*", "$1" + database);
  }

  /** The driver's defaults: statements are prepared on the server at their fifth use. */
  @Override
  public Map<String, String> driverSettings() {
    return Map.of();
  }

  @Override
  public Map<String, String> serverSettings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : SHOWN) {
      settings.put(name, Queries.text(connection, "SHOW " + name));
    }
    return settings;
  }

  @Override
  public String processName() {
    return "postgres";
  }

  @Override
  public Instant startedAt(Connection connection) throws SQLException {
    return Queries.epochSeconds(
        connection, "SELECT extract(epoch FROM pg_postmaster_start_time())");
  }

  @Override
  public int maxConnections(Connection connection) throws SQLException {
    return (int)
        Queries.number(
            connection, "SELECT setting::int FROM pg_settings WHERE name = 'max_connections'");
  }

  @Override
  public double commits(Connection connection) throws SQLException {
    return Queries.number(
        connection, "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
  }

  /** A session tells of its transactions once a second at the most. */
  @Override
  public Duration commitLag() {
    return Duration.ofSeconds(1);
  }

  @Override
  public String drop(String database) {
    return "DROP DATABASE " + database + " WITH (FORCE)";
  }

  @Override
  public String analyze(String table) {
    return "ANALYZE " + table;
  }

  @Override
  public Object token(UUID token) {
    return token;
  }

  @Override
  public Batches batches(Connection connection) throws SQLException {
    return new PostgreSqlBatches(this, connection);
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    Queries.number(connection, "SELECT count(*) FROM event_consumption");
  }

  @Override
  public boolean isDuplicate(SQLException error) {
    return "23505".equals(error.getSQLState());
  }
}
