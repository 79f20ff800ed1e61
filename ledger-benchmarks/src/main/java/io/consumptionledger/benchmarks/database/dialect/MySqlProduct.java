package io.consumptionledger.benchmarks.database.dialect;

import io.consumptionledger.benchmarks.database.Batches;
import io.consumptionledger.benchmarks.database.Product;
import io.consumptionledger.benchmarks.database.Queries;
import io.consumptionledger.benchmarks.database.Server;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.testcontainers.mysql.MySQLContainer;

/** MySQL. */
public final class MySqlProduct implements Product {
  private static final int DUPLICATE_KEY = 1062;
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
  public String title() {
    return "MySQL";
  }

  @Override
  public String urlStart() {
    return "jdbc:mysql:";
  }

  @Override
  public Server startContainer() {
    MySQLContainer container =
        new MySQLContainer("mysql:9.7")
            .withUsername("root")
            .withPassword("test")
            .withCommand("mysqld", "--max-connections=300");
    container.start();
    return new Server(container.getJdbcUrl(), "root", "test", container::stop);
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
        "SELECT COALESCE(SUM(e.COUNT_STAR), 0)"
            + " FROM performance_schema.events_transactions_summary_by_thread_by_event_name AS e"
            + " JOIN performance_schema.threads AS t ON t.THREAD_ID = e.THREAD_ID"
            + " WHERE t.PROCESSLIST_DB = DATABASE()");
  }

  @Override
  public Duration commitLag() {
    return Duration.ZERO;
  }

  @Override
  public String drop(String database) {
    return "DROP DATABASE " + database;
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
  public Batches batches(Connection connection) throws SQLException {
    return new MySqlBatches(this, connection);
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
    }
  }

  @Override
  public boolean isDuplicate(SQLException error) {
    return error.getErrorCode() == DUPLICATE_KEY;
  }
}
