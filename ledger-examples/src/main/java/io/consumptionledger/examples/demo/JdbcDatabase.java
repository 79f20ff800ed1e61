package io.consumptionledger.examples.demo;

import com.zaxxer.hikari.HikariDataSource;
import io.consumptionledger.ConfigurationException;
import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.ConsumptionState;
import io.consumptionledger.ErrorClass;
import io.consumptionledger.Tenant;
import io.consumptionledger.jdbc.JdbcLedger;
import io.consumptionledger.jdbc.LedgerSchema;
import io.consumptionledger.spi.LedgerStore;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/**
 * Tables in a database, under a prefix that no other run has. It touches no table but those it
 * made, and drops them when it is closed.
 */
public final class JdbcDatabase implements Database {
  /**
   * Every consumer and every retry, the ledger's threads for heartbeat, replay and recovery, and
   * what the demo itself asks; nobody ever waits for one.
   */
  private static final int CONNECTIONS = Consumers.THREADS + Demo.RETRIES_AT_ONCE + 5;

  private final Address address;
  private final HikariDataSource pool;
  private final String prefix;
  private final LedgerSchema schema;
  private final String where;
  private final EmbeddedServer server; // null when it is somebody else's
  private final PrintStream err;
  private LedgerStore store;
  private boolean closed;

  /**
   * Where a database is.
   *
   * @param url its JDBC URL
   * @param user the user, or null
   * @param password the password, or null; not shown
   */
  public record Address(String url, String user, String password) {
    @Override
    public String toString() {
      return Pools.withoutSecrets(url);
    }
  }

  private JdbcDatabase(Address address, String where, EmbeddedServer server, PrintStream err) {
    this.address = address;
    this.pool = Pools.open(address.url(), address.user(), address.password(), CONNECTIONS);
    this.where = where;
    this.server = server;
    this.err = err;
    int run = ThreadLocalRandom.current().nextInt(36 * 36 * 36 * 36);
    this.prefix = "demo_" + Integer.toString(run, 36) + "_";
    this.schema = LedgerSchema.of(pool, null, prefix);
  }

  /**
   * Makes the tables in an embedded server of its own.
   *
   * @param out where progress is told
   * @param err where trouble is told
   * @return the database
   */
  public static JdbcDatabase embedded(PrintStream out, PrintStream err) {
    out.println("Starting an embedded PostgreSQL ...");
    EmbeddedServer server = EmbeddedServer.start();
    try {
      Address address = new Address(server.jdbcUrl(), null, null);
      return new JdbcDatabase(address, "embedded", server, err).create();
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Makes the tables in a database that is running.
   *
   * @param address where it is
   * @param out where progress is told
   * @param err where trouble is told
   * @return the database
   */
  public static JdbcDatabase at(Address address, PrintStream out, PrintStream err) {
    JdbcDatabase database = new JdbcDatabase(address, address.toString(), null, err);
    out.println(
        "Creating tables "
            + database.prefix
            + "* in "
            + database.where
            + "; they are dropped at the end");
    return database.create();
  }

  private JdbcDatabase create() {
    try {
      if (schema.apply() == LedgerSchema.Applied.ALREADY_THERE) {
        throw new ConfigurationException("there are tables " + prefix + "* of somebody else");
      }
    } catch (ConfigurationException e) {
      closeWithoutDropping(); // what is there is not the demo's
      throw new DemoException("cannot create the demo's tables: " + Words.of(e), e);
    } catch (RuntimeException e) {
      close();
      throw new DemoException("cannot create the demo's tables: " + Words.ofRoot(e), e);
    }
    try {
      store = JdbcLedger.store(pool).tablePrefix(prefix).build();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    return this;
  }

  /**
   * Where the database is.
   *
   * @return its address
   */
  public Address address() {
    return address;
  }

  /**
   * What the names of all its tables begin with.
   *
   * @return the prefix
   */
  public String prefix() {
    return prefix;
  }

  /**
   * Connections to it.
   *
   * @return the pool
   */
  public DataSource dataSource() {
    return pool;
  }

  @Override
  public LedgerStore store() {
    return store;
  }

  @Override
  public List<TableRow> rows() {
    String sql =
        "SELECT tenant_id, handler_id, event_id, item_key, status, error_class, error_message FROM "
            + prefix
            + "event_consumption";
    List<TableRow> rows = new ArrayList<>();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(read(row));
      }
    } catch (SQLException e) {
      throw new DemoException("cannot read the ledger's table: " + Words.ofRoot(e), e);
    }
    return rows;
  }

  private static TableRow read(ResultSet row) throws SQLException {
    String errorClass = row.getString(6);
    return new TableRow(
        new ConsumptionKey(
            new Tenant(row.getString(1)), row.getString(2), row.getString(3), row.getString(4)),
        ConsumptionState.valueOf(row.getString(5)),
        errorClass == null ? null : ErrorClass.valueOf(errorClass),
        row.getString(7));
  }

  @Override
  public String description() {
    return store.description() + ", " + where;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    if (server == null) {
      try {
        dropTables();
      } catch (SQLException | RuntimeException e) {
        err.println("the tables " + prefix + "* could not be dropped: " + Words.ofRoot(e));
      }
    }
    closeWithoutDropping();
  }

  private synchronized void closeWithoutDropping() {
    closed = true;
    pool.close();
    if (server != null) {
      server.close();
    }
  }

  private void dropTables() throws SQLException {
    String script = schema.print(LedgerSchema.Script.DOWN);
    try (Connection connection = pool.getConnection()) {
      if (!hasTables(connection)) {
        return; // nothing was created, so no right to drop is needed either
      }
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      List<String> drops = script.lines().filter(line -> line.startsWith("DROP TABLE")).toList();
      for (String drop : drops) {
        statement.execute(drop.replace(";", ""));
      }
    }
  }

  private boolean hasTables(Connection connection) throws SQLException {
    DatabaseMetaData server = connection.getMetaData();
    String pattern = prefix.replace("_", server.getSearchStringEscape() + "_") + "%";
    try (ResultSet table =
        server.getTables(connection.getCatalog(), connection.getSchema(), pattern, null)) {
      return table.next();
    }
  }
}
