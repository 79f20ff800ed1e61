package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;

/** A schema is on the search path, and creating tables can be rolled back. */
final class PostgreSqlSchema implements SchemaDialect {

  @Override
  public String folder() {
    return "postgresql";
  }

  @Override
  public boolean isTransactional() {
    return true;
  }

  @Override
  public String heading(String schema) {
    return "SET search_path TO \"" + schema + "\";\n\n";
  }

  @Override
  public String enter(Connection connection, String schema) throws SQLException {
    // Whoever waited for the lock must see what the other one created.
    Statements.run(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    if (schema != null) {
      Statements.run(connection, "SET LOCAL search_path TO \"" + schema + "\"");
    }
    if (Statements.text(connection, "SELECT current_schema()") == null) {
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
    Statements.run(
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
}
