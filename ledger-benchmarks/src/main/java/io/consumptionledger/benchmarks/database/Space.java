package io.consumptionledger.benchmarks.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.benchmarks.harness.JvmUse;
import io.consumptionledger.benchmarks.harness.Meter;
import io.consumptionledger.jdbc.LedgerSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * A database of its own on a server, with the ledger's tables. Closing it drops the database.
 * Thread-safe.
 */
public final class Space implements AutoCloseable, Meter {
  private static final int KEPT_CONNECTIONS = 10;
  private static final long PATIENCE_MILLIS = 60_000;

  private final Product product;
  private final Server server;
  private final String name = "ledger_bench_" + UUID.randomUUID().toString().substring(0, 8);
  private final int poolSize;
  private final HikariDataSource own;
  private final StatementCounter counter = new StatementCounter();
  private final Optional<ServerProcesses> processes;
  private final int freeConnections;
  private volatile boolean counting;

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
    this.own = hikari(3);
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

  /** How many connections the server has for a line, when it is used by nobody else. */
  public int freeConnections() {
    return freeConnections;
  }

  /** A pool; the caller closes it. */
  public Pool pool(int size) {
    HikariDataSource hikari = hikari(size);
    return new Pool(hikari, counting ? counter.before(hikari) : hikari);
  }

  private HikariDataSource hikari(int size) {
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

  /** A connection of nobody's pool, for set-up and looks; the caller closes it. */
  public Connection connection() throws SQLException {
    return own.getConnection();
  }

  /** Makes the ledger's tables once more. */
  public Rows tables(String prefix) {
    if (!prefix.isEmpty()) {
      LedgerSchema.of(own, null, prefix).apply();
    }
    return new Rows(this, prefix);
  }

  /** Runs statements that are separated by semicolons. */
  public void execute(String script) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      for (String sql : script.split(";")) {
        statement.execute(sql);
      }
    }
  }

  /** Whether the CPU of the server can be read here. */
  public boolean knowsServerCpu() {
    return processes.isPresent();
  }

  @Override
  public Duration commitLag() {
    return product.commitLag();
  }

  @Override
  public void counting(boolean on) {
    counting = on;
  }

  @Override
  public Reading read() {
    double cpu = processes.map(ServerProcesses::cpuSeconds).orElse(Double.NaN);
    double statements = counting ? counter.count() : Double.NaN;
    try (Connection connection = connection()) {
      return new Reading(
          JvmUse.cpuSeconds(),
          cpu,
          JvmUse.allocatedBytes(),
          product.commits(connection),
          statements);
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
    asAdministrator(product.drop(name));
  }
}
