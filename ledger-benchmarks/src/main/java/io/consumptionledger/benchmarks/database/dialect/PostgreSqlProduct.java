package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.HandSql;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Queries;
import io.consumptionledger.benchmarks.database.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

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
  public String urlStart() {
    return "jdbc:postgresql:";
  }

  @Override
  public Server startContainer() {
    throw new UnsupportedOperationException("by URL only");
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

  @Override
  public double statements(Connection connection) {
    return Double.NaN;
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
  public HandSql hand() {
    return PostgreSqlHand.SQL;
  }
}
