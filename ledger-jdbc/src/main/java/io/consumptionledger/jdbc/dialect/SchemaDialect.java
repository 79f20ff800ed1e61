package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * What differs between products when the schema is created or verified. Part of the ledger, not of
 * its API.
 */
public enum SchemaDialect {
  /** PostgreSQL: a schema is on the search path, and creating tables can be rolled back. */
  POSTGRESQL("postgresql", true) {
    @Override
    public String heading(String schema) {
      return "SET search_path TO \"" + schema + "\";\n\n";
    }

    @Override
    public String enter(Connection connection, String schema) throws SQLException {
      // Whoever waited for the lock must see what the other one created.
      run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
      if (schema != null) {
        run(connection, "SET LOCAL search_path TO \"" + schema + "\"");
      }
      if (text(connection, "SELECT current_schema()") == null) {
        throw new ConfigurationException(
            (schema == null ? "no current schema" : "no schema " + schema)
                + ": it does not exist or this user has no USAGE on it");
      }
      return null;
    }

    @Override
    public void leave(Connection connection, String before) {
      // SET LOCAL and the lock end with the transaction.
    }

    @Override
    public void lock(Connection connection, String prefix) throws SQLException {
      run(
          connection,
          "SELECT pg_advisory_xact_lock(hashtextextended('consumption ledger schema '"
              + " || current_schema() || '."
              + prefix
              + "', 0))");
    }

    @Override
    public void unlock(Connection connection, String prefix) {
      // The lock ends with the transaction.
    }
  },

  /** MySQL: a schema is a database, and every CREATE commits by itself. */
  MYSQL("mysql", false) {
    @Override
    public String heading(String schema) {
      return "USE `" + schema + "`;\n\n";
    }

    @Override
    public String enter(Connection connection, String schema) throws SQLException {
      String before = text(connection, "SELECT DATABASE()");
      if (before == null) {
        throw new ConfigurationException(
            "the connection has no current database: name one in the JDBC URL");
      }
      if (schema == null || schema.equals(before)) {
        return null;
      }
      run(connection, "USE `" + schema + "`");
      return before;
    }

    @Override
    public void leave(Connection connection, String before) throws SQLException {
      if (before != null) {
        run(connection, "USE `" + before.replace("`", "``") + "`");
      }
    }

    @Override
    public void lock(Connection connection, String prefix) throws SQLException {
      String got =
          text(connection, "SELECT GET_LOCK(" + lockName(prefix) + ", " + LOCK_SECONDS + ")");
      if (!"1".equals(got)) {
        throw new ConfigurationException(
            "another session has been creating this schema for " + LOCK_SECONDS + " seconds");
      }
    }

    @Override
    public void unlock(Connection connection, String prefix) throws SQLException {
      run(connection, "SELECT RELEASE_LOCK(" + lockName(prefix) + ")");
    }

    private String lockName(String prefix) {
      return "SHA2(CONCAT('consumption ledger schema ', DATABASE(), '." + prefix + "'), 256)";
    }
  };

  private static final int LOCK_SECONDS = 60;

  private final String folder;
  private final boolean transactional;

  SchemaDialect(String folder, boolean transactional) {
    this.folder = folder;
    this.transactional = transactional;
  }

  /**
   * Finds out what a connection leads to.
   *
   * @param connection an open connection
   * @return the dialect
   * @throws SQLException if the driver cannot tell
   * @throws ConfigurationException if the product is unknown, too old, or has no SQL of ours
   */
  public static SchemaDialect of(Connection connection) throws SQLException {
    Dialect dialect = Dialects.detect(connection);
    return Arrays.stream(values())
        .filter(it -> it.folder.equals(dialect.folder()))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "the ledger brings no schema for " + dialect.description()));
  }

  /**
   * Where its SQL is.
   *
   * @return the folder's name
   */
  public String folder() {
    return folder;
  }

  /**
   * Whether creating tables is part of a transaction.
   *
   * @return false if every statement commits by itself
   */
  public boolean isTransactional() {
    return transactional;
  }

  /**
   * The line that makes a schema current in a script for people.
   *
   * @param schema a checked name, not null
   * @return a statement and an empty line
   */
  public abstract String heading(String schema);

  /**
   * Makes a schema current within the open transaction.
   *
   * @param connection a connection without autocommit
   * @param schema a checked name, or null for the current one
   * @return what {@link #leave} needs
   * @throws SQLException if the database refuses
   */
  public abstract String enter(Connection connection, String schema) throws SQLException;

  /**
   * Makes the former schema current again, after the end of the transaction.
   *
   * @param connection the connection
   * @param before what {@link #enter} returned
   * @throws SQLException if the database refuses
   */
  public abstract void leave(Connection connection, String before) throws SQLException;

  /**
   * Waits until nobody else is creating the same ledger.
   *
   * @param connection a connection that has entered its schema
   * @param prefix a checked prefix
   * @throws SQLException if the database refuses
   */
  public abstract void lock(Connection connection, String prefix) throws SQLException;

  /**
   * Lets others create.
   *
   * @param connection the connection that has the lock
   * @param prefix a checked prefix
   * @throws SQLException if the database refuses
   */
  public abstract void unlock(Connection connection, String prefix) throws SQLException;

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    }
  }
}
