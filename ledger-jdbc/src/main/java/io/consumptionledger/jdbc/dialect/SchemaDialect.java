package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.Beta;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What differs between products when the schema is created or verified. The SQL lies in {@code
 * db/<folder>}: up, down, grants and verify. Implementations are stateless and thread-safe.
 */
@Beta
public interface SchemaDialect {
  /**
   * Where its SQL is.
   *
   * @return the folder's name
   */
  String folder();

  /**
   * Whether creating tables is part of a transaction.
   *
   * @return false if every statement commits by itself
   */
  boolean isTransactional();

  /**
   * The line that makes a schema current in a script for people.
   *
   * @param schema a checked name, not null
   * @return a statement and an empty line
   */
  String heading(String schema);

  /**
   * Makes a schema current within the open transaction.
   *
   * @param connection a connection without autocommit
   * @param schema a checked name, or null for the current one
   * @return what {@link #leave} needs
   * @throws SQLException if the database refuses
   */
  String enter(Connection connection, String schema) throws SQLException;

  /**
   * Makes the former schema current again, after the end of the transaction.
   *
   * @param connection the connection
   * @param before what {@link #enter} returned
   * @throws SQLException if the database refuses
   */
  void leave(Connection connection, String before) throws SQLException;

  /**
   * Waits until nobody else is creating the same ledger.
   *
   * @param connection a connection that has entered its schema
   * @param prefix a checked prefix
   * @throws SQLException if the database refuses
   */
  void lock(Connection connection, String prefix) throws SQLException;

  /**
   * Lets others create.
   *
   * @param connection the connection that has the lock
   * @param prefix a checked prefix
   * @throws SQLException if the database refuses
   */
  void unlock(Connection connection, String prefix) throws SQLException;
}
