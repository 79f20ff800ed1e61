package io.consumptionledger.benchmarks.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;

/** Queries that answer with one value. */
public final class Queries {
  private Queries() {}

  /** Reads a value from the only row. */
  @FunctionalInterface
  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private static <T> T one(Connection connection, String sql, Reader<T> reader)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new SQLException("no row from " + sql);
      }
      return reader.read(row);
    }
  }

  /** The answer as text. */
  public static String text(Connection connection, String sql) throws SQLException {
    return one(connection, sql, row -> row.getString(1));
  }

  /** The answer as a number. */
  public static double number(Connection connection, String sql) throws SQLException {
    return one(connection, sql, row -> row.getDouble(1));
  }

  /** The answer, seconds since 1970, as an instant. */
  public static Instant epochSeconds(Connection connection, String sql) throws SQLException {
    return Instant.ofEpochMilli((long) (number(connection, sql) * 1000));
  }
}
