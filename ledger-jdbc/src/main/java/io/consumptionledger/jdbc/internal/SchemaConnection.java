package io.consumptionledger.jdbc.internal;

import io.consumptionledger.StoreException;
import io.consumptionledger.jdbc.dialect.Dialect;
import io.consumptionledger.jdbc.dialect.Dialects;
import io.consumptionledger.jdbc.dialect.SchemaDialect;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Lends a connection that has entered a schema, and gives it back as it was. */
public final class SchemaConnection {
  private SchemaConnection() {}

  /**
   * What to do with the connection.
   *
   * @param <T> what comes of it
   */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it, in a transaction that is committed afterwards, or rolled back on an exception. */
    T with(Connection connection, SchemaDialect dialect) throws SQLException;
  }

  /** Finds out what a data source leads to. */
  public static SchemaDialect dialect(DataSource dataSource, Dialect override) {
    try (Connection connection = dataSource.getConnection()) {
      return dialect(connection, override);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static SchemaDialect dialect(Connection connection, Dialect override)
      throws SQLException {
    return (override == null ? Dialects.detect(connection) : override).schema();
  }

  /** Runs the work in one transaction, with the schema as the current one (null: as it is). */
  public static <T> T run(DataSource dataSource, Dialect override, String schema, Work<T> work) {
    try (Connection connection = dataSource.getConnection()) {
      SchemaDialect dialect = dialect(connection, override);
      boolean autoCommit = connection.getAutoCommit();
      if (autoCommit) {
        connection.setAutoCommit(false);
      } else {
        connection.rollback(); // a pool's test query may have begun a transaction
      }
      String before = null;
      T result;
      try {
        before = dialect.enter(connection, schema);
        result = work.with(connection, dialect);
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        try {
          connection.rollback();
          giveBack(connection, dialect, before, autoCommit);
        } catch (SQLException second) {
          e.addSuppressed(second);
        }
        throw e;
      }
      giveBack(connection, dialect, before, autoCommit);
      return result;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static void giveBack(
      Connection connection, SchemaDialect dialect, String before, boolean autoCommit)
      throws SQLException {
    dialect.leave(connection, before);
    connection.setAutoCommit(autoCommit);
  }

  private static StoreException failed(SQLException cause) {
    return new StoreException("the schema could not be read or changed", cause);
  }
}
