package io.consumptionledger.jdbc;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.internal.JdbcLedgerStore;
import io.consumptionledger.jdbc.internal.SqlCatalog;
import io.consumptionledger.jdbc.internal.SqlNames;
import io.consumptionledger.jdbc.internal.SqlSource;
import io.consumptionledger.spi.LedgerStore;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Makes a store on a database. Nothing is created there: the tables must exist. Not thread-safe;
 * the stores that it makes are.
 */
public final class JdbcLedgerStoreBuilder {
  private static final Set<String> ADDABLE = Set.of("column", "index");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private final DataSource dataSource;
  private TransactionRunner transactions;
  private Dialect dialect;
  private String schema;
  private String prefix = "";
  private Duration timeout = DEFAULT_TIMEOUT;
  private SchemaCheck schemaCheck = SchemaCheck.REFUSE_DIFFERENCES;

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
   * The schema of the tables; the database, with products that have no schemas in databases.
   *
   * @param name a to z, 0 to 9 and _, the first a letter, at most 63; null (the default) for the
   *     connection's own
   * @return this
   * @throws ConfigurationException if it is anything else
   */
  public JdbcLedgerStoreBuilder schema(String name) {
    this.schema = SqlNames.schema(name);
    return this;
  }

  /**
   * What the names of all tables begin with.
   *
   * @param start a to z, 0 to 9 and _, the first a letter, at most 20; empty by default
   * @return this
   * @throws ConfigurationException if it is anything else
   */
  public JdbcLedgerStoreBuilder tablePrefix(String start) {
    this.prefix = SqlNames.prefix(start);
    return this;
  }

  /** What to do about a schema that is not as it should be. */
  public enum SchemaCheck {
    /**
     * Compare the whole schema at start and refuse it with the list of differences. Additional
     * columns and indexes are let pass, so that this release runs on the schema of the next.
     */
    REFUSE_DIFFERENCES,
    /** Do not look; for those who verify it otherwise. */
    SKIP
  }

  /**
   * Whether the schema is compared at start.
   *
   * @param check what to do; {@link SchemaCheck#REFUSE_DIFFERENCES} by default
   * @return this
   */
  public JdbcLedgerStoreBuilder schemaCheck(SchemaCheck check) {
    this.schemaCheck = Objects.requireNonNull(check, "check");
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

  /**
   * Makes the store. Connects to find out product and version, and that connections are
   * independent; compares the schema; reads all statements and checks them.
   *
   * @return the store
   * @throws ConfigurationException if product or version are not supported, if the dialect objects
   *     to settings of the connections, if the schema differs, if statements are missing, not known
   *     or wrong, or if the data source hands out a session that is in use
   * @throws StoreException if there is no connection
   */
  public LedgerStore build() {
    String description;
    String qualified;
    Dialect used;
    try (Connection connection = dataSource.getConnection()) {
      DatabaseMetaData server = connection.getMetaData();
      used = dialect == null ? Dialects.detect(connection) : dialect;
      used.requireVersion(server);
      refuseObjections(used, connection);
      description = server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
      String quote = server.getIdentifierQuoteString();
      qualified = schema == null ? prefix : quote + schema + quote + "." + prefix;
    } catch (SQLException e) {
      throw new StoreException("the data source gave no connection", e);
    }
    if (schemaCheck == SchemaCheck.REFUSE_DIFFERENCES) {
      refuseDifferences(used);
    }
    return new JdbcLedgerStore(
        description,
        dataSource,
        transactions == null ? new JdbcTransactionRunner(dataSource) : transactions,
        used,
        SqlCatalog.load(SqlSource.of(used), qualified),
        timeout);
  }

  private static void refuseObjections(Dialect used, Connection connection) throws SQLException {
    List<String> objections = used.objections(connection);
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    if (!objections.isEmpty()) {
      throw new ConfigurationException(
          "the database cannot be used as it is: " + String.join("; ", objections));
    }
  }

  private void refuseDifferences(Dialect used) {
    List<SchemaDifference> wrong =
        LedgerSchema.of(dataSource, schema, prefix).with(used).verify().stream()
            .filter(difference -> !isHarmlessAddition(difference))
            .toList();
    if (!wrong.isEmpty()) {
      throw new ConfigurationException(
          "the ledger's schema is not as it should be (LedgerSchema.apply creates it): "
              + SchemaDifference.shown(wrong));
    }
  }

  private static boolean isHarmlessAddition(SchemaDifference difference) {
    return difference.expected() == null && ADDABLE.contains(difference.kind());
  }
}
