package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;

/** A schema is a database, and every CREATE commits by itself. */
final class MySqlSchema implements SchemaDialect {
  private static final int LOCK_SECONDS = 60;

  @Override
  public String folder() {
    return "mysql";
  }

  @Override
  public boolean isTransactional() {
    return false;
  }

  @Override
  public String heading(String schema) {
    return "USE `" + schema + "`;\n\n";
  }

  @Override
  public String enter(Connection connection, String schema) throws SQLException {
    String before = Statements.text(connection, "SELECT DATABASE()");
    if (before == null) {
      throw new ConfigurationException(
          "the connection has no current database: name one in the JDBC URL");
    }
    if (schema == null || schema.equals(before)) {
      return null;
    }
    Statements.run(connection, "USE `" + schema + "`");
    return before;
  }

  @Override
  public void leave(Connection connection, String before) throws SQLException {
    if (before != null) {
      Statements.run(connection, "USE `" + before.replace("`", "``") + "`");
    }
  }

  @Override
  public void lock(Connection connection, String prefix) throws SQLException {
    String got =
        Statements.text(
            connection, "SELECT GET_LOCK(" + lockName(prefix) + ", " + LOCK_SECONDS + ")");
    if (!"1".equals(got)) {
      throw new ConfigurationException(
          "another session has been creating this schema for " + LOCK_SECONDS + " seconds");
    }
  }

  @Override
  public void unlock(Connection connection, String prefix) throws SQLException {
    Statements.run(connection, "SELECT RELEASE_LOCK(" + lockName(prefix) + ")");
  }

  private String lockName(String prefix) {
    return "SHA2(CONCAT('consumption ledger schema ', DATABASE(), '." + prefix + "'), 256)";
  }
}
