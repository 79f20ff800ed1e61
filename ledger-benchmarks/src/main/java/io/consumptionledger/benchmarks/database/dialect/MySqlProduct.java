package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.HandSql;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Queries;
import io.consumptionledger.benchmarks.database.Server;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** MySQL. */
public final class MySqlProduct implements Product {
  private static final List<String> SHOWN =
      List.of(
          "version",
          "innodb_flush_log_at_trx_commit",
          "sync_binlog",
          "log_bin",
          "innodb_doublewrite",
          "innodb_flush_method",
          "innodb_buffer_pool_size",
          "innodb_redo_log_capacity",
          "transaction_isolation",
          "max_connections");

  @Override
  public String name() {
    return "mysql";
  }

  @Override
  public String urlStart() {
    return "jdbc:mysql:";
  }

  @Override
  public Server startContainer() {
    throw new UnsupportedOperationException("by URL only");
  }

  @Override
  public String url(String url, String database) {
    return url.replaceFirst("(jdbc:mysql://[^/]*/)[^?]*.*", "$1" + database);
  }

  /** What HikariCP's manual advises for this driver, with room for longer statements. */
  @Override
  public Map<String, String> driverSettings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("cachePrepStmts", "true");
    settings.put("prepStmtCacheSize", "250");
    settings.put("prepStmtCacheSqlLimit", "8192");
    settings.put("useServerPrepStmts", "true");
    settings.put("useLocalSessionState", "true");
    settings.put("rewriteBatchedStatements", "true");
    settings.put("cacheResultSetMetadata", "true");
    settings.put("cacheServerConfiguration", "true");
    settings.put("elideSetAutoCommits", "true");
    settings.put("maintainTimeStats", "false");
    return settings;
  }

  @Override
  public Map<String, String> serverSettings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : SHOWN) {
      settings.put(name, Queries.text(connection, "SELECT @@GLOBAL." + name));
    }
    return settings;
  }

  @Override
  public String processName() {
    return "mysqld";
  }

  @Override
  public Instant startedAt(Connection connection) throws SQLException {
    return Queries.epochSeconds(
        connection,
        "SELECT UNIX_TIMESTAMP(NOW(6)) - VARIABLE_VALUE FROM performance_schema.global_status"
            + " WHERE VARIABLE_NAME = 'Uptime'");
  }

  @Override
  public int maxConnections(Connection connection) throws SQLException {
    return (int) Queries.number(connection, "SELECT @@GLOBAL.max_connections");
  }

  @Override
  public double commits(Connection connection) throws SQLException {
    return Queries.number(
        connection,
        "SELECT COUNT_READ_WRITE + COUNT_READ_ONLY FROM"
            + " performance_schema.events_transactions_summary_global_by_event_name");
  }

  @Override
  public double statements(Connection connection) throws SQLException {
    return Queries.number(
        connection,
        "SELECT VARIABLE_VALUE FROM performance_schema.global_status"
            + " WHERE VARIABLE_NAME = 'Questions'");
  }

  @Override
  public String analyze(String table) {
    return "ANALYZE TABLE " + table;
  }

  @Override
  public Object token(UUID token) {
    return ByteBuffer.allocate(16)
        .putLong(token.getMostSignificantBits())
        .putLong(token.getLeastSignificantBits())
        .array();
  }

  @Override
  public HandSql hand() {
    return MySqlHand.SQL;
  }
}
