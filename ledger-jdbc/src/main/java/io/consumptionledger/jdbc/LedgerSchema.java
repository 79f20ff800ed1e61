package io.consumptionledger.jdbc;

import io.consumptionledger.ConfigurationException;
import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.SchemaDialect;
import io.consumptionledger.jdbc.internal.SchemaConnection;
import io.consumptionledger.jdbc.internal.SchemaScript;
import io.consumptionledger.jdbc.internal.SqlNames;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * The tables of one ledger in one database: shows the SQL, creates the tables, compares them with
 * what they should be. Nothing here runs unless it is called. Each call takes one connection and
 * gives it back as it was: autocommit, current schema and current database. Safe for use by several
 * threads.
 *
 * <p>Every method throws {@link StoreException} when the database fails, and {@link
 * ConfigurationException} when it is a product without SQL of ours or the schema does not exist.
 */
public final class LedgerSchema {
  private final DataSource dataSource;
  private final String schema;
  private final String prefix;
  private final Dialect override;

  private LedgerSchema(DataSource dataSource, String schema, String prefix, Dialect override) {
    this.override = override;
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    this.schema = SqlNames.schema(schema);
    this.prefix = SqlNames.prefix(prefix);
  }

  /**
   * The ledger without a prefix in the schema that connections start in.
   *
   * @param dataSource where to take connections from; not null
   * @return the schema
   */
  public static LedgerSchema of(DataSource dataSource) {
    return new LedgerSchema(dataSource, null, "", null);
  }

  /**
   * A ledger in a schema (where a schema is a database: in a database) and with a prefix before
   * every name. Both start with a letter from a to z and hold only a to z, 0 to 9 and _.
   *
   * @param dataSource where to take connections from; not null
   * @param schema the schema, at most 63 characters; null for the one that connections start in
   * @param prefix at most 20 characters; empty for none, not null
   * @return the schema
   * @throws ConfigurationException if a name is not allowed
   */
  public static LedgerSchema of(DataSource dataSource, String schema, String prefix) {
    return new LedgerSchema(dataSource, schema, prefix, null);
  }

  /**
   * The same with a dialect that is given instead of recognised by the server's product.
   *
   * @param dialect the dialect; not null
   * @return a schema with the same settings otherwise
   */
  public LedgerSchema with(Dialect dialect) {
    return new LedgerSchema(dataSource, schema, prefix, Objects.requireNonNull(dialect, "dialect"));
  }

  /** The scripts a DBA applies. */
  public enum Script {
    /** Creates the tables. */
    UP,
    /** Drops them with everything in them. */
    DOWN,
    /** Gives the run-time role what it needs; it says how to name the role. */
    GRANTS,
    /** Lists differences. */
    VERIFY
  }

  /** What {@link LedgerSchema#apply} found. */
  public enum Applied {
    /** There was nothing; now there is everything. */
    CREATED,
    /** Everything was there already. */
    ALREADY_THERE
  }

  /**
   * A script for the product behind the data source, with schema and prefix filled in. Changes
   * nothing.
   *
   * @param script which one; not null
   * @return its text, for the product's command line
   */
  public String print(Script script) {
    SchemaDialect dialect = SchemaConnection.dialect(dataSource, override);
    return (schema == null ? "" : dialect.heading(schema)) + load(dialect, script).text();
  }

  /**
   * Compares the database with what it should be: tables, columns with type, length, precision,
   * nullability, default and collation, keys, indexes and checks of the ledger's tables. What
   * others added to them is listed, too. Runs the same query as the script VERIFY.
   *
   * @return the differences by kind and name; empty if all is well
   */
  public List<SchemaDifference> verify() {
    return withConnection(this::differences);
  }

  /**
   * Creates the tables if there is none of them, in one transaction where the product can do that;
   * where every CREATE commits by itself, an error says how to clean up. Callers that come at the
   * same time wait for each other. The user needs the right to create in the schema, and to read in
   * it where the catalog shows columns to readers only.
   *
   * @return whether anything had to be done
   * @throws ConfigurationException if only a part is there, or what is there differs; nothing was
   *     changed then
   */
  public Applied apply() {
    return withConnection(
        (connection, dialect) -> {
          dialect.lock(connection, prefix);
          try {
            return apply(connection, dialect);
          } finally {
            dialect.unlock(connection, prefix);
          }
        });
  }

  private Applied apply(Connection connection, SchemaDialect dialect) throws SQLException {
    List<String> statements = load(dialect, Script.UP).statements();
    List<SchemaDifference> found = differences(connection, dialect);
    if (found.isEmpty()) {
      return Applied.ALREADY_THERE;
    }
    long tables = statements.stream().filter(sql -> sql.startsWith("CREATE TABLE")).count();
    long missing =
        found.stream().filter(d -> d.kind().equals("table") && d.actual() == null).count();
    if (missing < tables) {
      throw new ConfigurationException(
          (missing == 0
                  ? "the ledger's tables differ"
                  : "only part of the ledger's tables is there")
              + "; nothing was changed: "
              + SchemaDifference.shown(found));
    }
    for (int i = 0; i < statements.size(); i++) {
      execute(connection, dialect, statements, i);
    }
    List<SchemaDifference> left = differences(connection, dialect);
    if (!left.isEmpty()) {
      throw new ConfigurationException(
          "the created tables differ: " + SchemaDifference.shown(left));
    }
    return Applied.CREATED;
  }

  private static void execute(
      Connection connection, SchemaDialect dialect, List<String> statements, int index)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(statements.get(index));
    } catch (SQLException e) {
      String firstLine = statements.get(index).lines().findFirst().orElse("");
      String cleanUp =
          dialect.isTransactional()
              ? "nothing was changed"
              : index
                  + " statements before it took effect: run the script DOWN before trying again";
      throw new StoreException(
          "the schema could not be created at \"" + firstLine + "\"; " + cleanUp, e);
    }
  }

  private List<SchemaDifference> differences(Connection connection, SchemaDialect dialect)
      throws SQLException {
    List<SchemaDifference> found = new ArrayList<>();
    String query = load(dialect, Script.VERIFY).statements().get(0);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        found.add(
            new SchemaDifference(
                row.getString(1), row.getString(2), row.getString(3), row.getString(4)));
      }
    }
    return List.copyOf(found);
  }

  private SchemaScript load(SchemaDialect dialect, Script script) {
    return SchemaScript.load(dialect, script.name().toLowerCase(Locale.ROOT), prefix);
  }

  private <T> T withConnection(SchemaConnection.Work<T> work) {
    return SchemaConnection.run(dataSource, override, schema, work);
  }
}
