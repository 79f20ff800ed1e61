package io.consumptionledger.benchmarks.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.benchmarks.harness.JvmUse;
import io.consumptionledger.benchmarks.harness.Meter;
import io.consumptionledger.jdbc.LedgerSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;

/**
 * A database of its own on a server, with the ledger's tables. Closing it drops the database.
 * Thread-safe.
 */
public final class Space implements AutoCloseable, Meter {
  private static final long FILL_CHUNK = 500_000;
  private static final int KEPT_CONNECTIONS = 10;
  private static final long PATIENCE_MILLIS = 60_000;

  private final Product product;
  private final Server server;
  private final String name = "ledger_bench_" + UUID.randomUUID().toString().substring(0, 8);
  private final int poolSize;
  private final HikariDataSource own;
  private final Optional<ServerProcesses> processes;
  private final int freeConnections;

  /**
   * Makes the database.
   *
   * @param product what the server is
   * @param server the server
   * @param poolSize how many connections those get who use a pool
   * @throws SQLException if the database refuses
   */
  public Space(Product product, Server server, int poolSize) throws SQLException {
    this.product = product;
    this.server = server;
    this.poolSize = poolSize;
    asAdministrator("CREATE DATABASE " + name);
    this.own = pool(2);
    LedgerSchema.of(own).apply();
    try (Connection connection = own.getConnection()) {
      this.processes = ServerProcesses.find(product.processName(), product.startedAt(connection));
      this.freeConnections = product.maxConnections(connection) - KEPT_CONNECTIONS;
    }
  }

  /** What the server is. */
  public Product product() {
    return product;
  }

  /** The pool's size that was asked for. */
  public int poolSize() {
    return poolSize;
  }

  /** A pool of the usual size; the caller closes it. */
  public HikariDataSource pool() {
    return pool(poolSize);
  }

  /** A pool that is full from the beginning; the caller closes it. */
  public HikariDataSource pool(int size) {
    HikariConfig config = config(product.url(server.url(), name));
    config.setMaximumPoolSize(size);
    product.driverSettings().forEach(config::addDataSourceProperty);
    return new HikariDataSource(config);
  }

  private HikariConfig config(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(server.user());
    config.setPassword(server.password());
    config.setConnectionTimeout(PATIENCE_MILLIS);
    return config;
  }

  /** How many connections the server has for a line, when it is used by nobody else. */
  public int freeConnections() {
    return freeConnections;
  }

  /** A connection of nobody's pool, for set-up and looks; the caller closes it. */
  public Connection connection() throws SQLException {
    return own.getConnection();
  }

  /** Runs one statement. */
  public void execute(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Leaves nothing in the table but finished rows.
   *
   * @param rows how many
   */
  public void reset(long rows) throws SQLException {
    execute("TRUNCATE TABLE event_consumption");
    fill(1, rows);
    execute(product.analyze("event_consumption"));
  }

  /** Makes finished rows of these numbers on the server. */
  public void fill(long first, long last) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(product.hand().fill())) {
      for (long from = first; from <= last; from += FILL_CHUNK) {
        statement.setLong(1, from);
        statement.setLong(2, Math.min(last, from + FILL_CHUNK - 1));
        statement.executeUpdate();
      }
    }
  }

  /** Whether the CPU of the server can be read here. */
  public boolean knowsServerCpu() {
    return processes.isPresent();
  }

  @Override
  public Reading read() {
    double cpu = processes.map(ServerProcesses::cpuSeconds).orElse(Double.NaN);
    try (Connection connection = connection()) {
      return new Reading(
          JvmUse.cpuSeconds(),
          cpu,
          JvmUse.allocatedBytes(),
          product.commits(connection),
          product.statements(connection));
    } catch (SQLException e) {
      throw new IllegalStateException("the server's counters cannot be read", e);
    }
  }

  private void asAdministrator(String sql) throws SQLException {
    HikariConfig config = config(server.url());
    config.setMaximumPoolSize(1);
    try (HikariDataSource admin = new HikariDataSource(config);
        Connection connection = admin.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    own.close();
    asAdministrator("DROP DATABASE " + name);
  }
}
