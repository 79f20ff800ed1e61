package io.consumptionledger.jdbc;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.JdbcLedgerStore;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlSource;
import io.consumptionledger.spi.LedgerStore;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Makes a store on a database. Nothing is created there: the tables must exist. Not thread-safe;
 * the stores that it makes are.
 */
public final class JdbcLedgerStoreBuilder {
  /** The longest table prefix, the same as for {@link LedgerSchema}. */
  public static final int MAX_PREFIX = 20;

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private final DataSource dataSource;
  private TransactionRunner transactions;
  private Dialect dialect;
  private String schema = "";
  private String prefix = "";
  private Duration timeout = DEFAULT_TIMEOUT;

  private JdbcLedgerStoreBuilder(DataSource dataSource) {
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
  }

  /**
   * Begins a store on a data source.
   *
   * @param dataSource gives independent connections, at least two at once, in any state of
   *     autocommit and isolation; they go back as they came. Not null
   * @return a builder
   */
  public static JdbcLedgerStoreBuilder on(DataSource dataSource) {
    return new JdbcLedgerStoreBuilder(dataSource);
  }

  /**
   * Whose transactions the store takes part in.
   *
   * @param runner the runner; the default is a {@link JdbcTransactionRunner} on the data source
   * @return this
   */
  public JdbcLedgerStoreBuilder transactionRunner(TransactionRunner runner) {
    this.transactions = Objects.requireNonNull(runner, "runner");
    return this;
  }

  /**
   * Sets the dialect instead of finding it by the server's product.
   *
   * @param override the dialect; not null
   * @return this
   */
  public JdbcLedgerStoreBuilder dialect(Dialect override) {
    this.dialect = Objects.requireNonNull(override, "override");
    return this;
  }

  /**
   * The schema of the tables (with MySQL-like products: the database).
   *
   * @param name lower-case letters, digits and underscores, not beginning with a digit, at most 63;
   *     empty (the default) for the connection's own
   * @return this
   * @throws ConfigurationException if it is anything else
   */
  public JdbcLedgerStoreBuilder schema(String name) {
    this.schema = checked("schema", name);
    return this;
  }

  /**
   * What the names of all tables begin with.
   *
   * @param start lower-case letters, digits and underscores, not beginning with a digit, at most
   *     {@value #MAX_PREFIX}; empty by default
   * @return this
   * @throws ConfigurationException if it is anything else
   */
  public JdbcLedgerStoreBuilder tablePrefix(String start) {
    if (start.length() > MAX_PREFIX) {
      throw new ConfigurationException(
          "the table prefix \"" + start + "\" is longer than " + MAX_PREFIX + " characters");
    }
    this.prefix = checked("table prefix", start);
    return this;
  }

  /**
   * How long one statement may take before it is cancelled, so that nothing waits for ever.
   *
   * @param longest at least one second (whole seconds count); 30 seconds by default
   * @return this
   * @throws ConfigurationException if it is shorter than a second or longer than a day
   */
  public JdbcLedgerStoreBuilder statementTimeout(Duration longest) {
    if (longest.compareTo(Duration.ofSeconds(1)) < 0 || longest.compareTo(Duration.ofDays(1)) > 0) {
      throw new ConfigurationException(
          "the statement time-out is " + longest + ", it must be from 1 second to 1 day");
    }
    this.timeout = longest;
    return this;
  }

  private static String checked(String what, String name) {
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      throw new ConfigurationException(
          "the "
              + what
              + " \""
              + name
              + "\" must be of lower-case letters, digits and underscores, and not begin with a"
              + " digit");
    }
    return name;
  }

  /**
   * Makes the store. Connects to find out product and version, and that connections are
   * independent; reads all statements and checks them.
   *
   * @return the store
   * @throws ConfigurationException if product or version are not supported, if statements are
   *     missing, not known or wrong, or if the data source hands out a session that is in use
   * @throws StoreException if there is no connection
   */
  public LedgerStore build() {
    String description;
    Dialect used;
    try (Connection connection = dataSource.getConnection()) {
      DatabaseMetaData server = connection.getMetaData();
      used = dialect == null ? Dialects.detect(connection) : dialect;
      used.requireVersion(server);
      description = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
    } catch (SQLException e) {
      throw new StoreException("the data source gave no connection", e);
    }
    String qualified = schema.isEmpty() ? prefix : schema + "." + prefix;
    return new JdbcLedgerStore(
        description,
        dataSource,
        transactions == null ? new JdbcTransactionRunner(dataSource) : transactions,
        used,
        SqlCatalog.load(SqlSource.of(used), qualified),
        timeout);
  }
}
