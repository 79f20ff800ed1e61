package io.consumptionledger.jdbc.internal;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What a statement answers with, and so the method that runs it. For {@code execute()} a driver may
 * first ask the server whether the session is read-only, which would double the round trips of the
 * hot path.
 */
enum SqlKind {
  ROWS,
  COUNT,
  EITHER;

  static SqlKind of(String sql) {
    String text = sql.stripLeading().toUpperCase(Locale.ROOT);
    if (text.startsWith("SELECT")) {
      return ROWS;
    }
    boolean writes =
        text.startsWith("INSERT") || text.startsWith("UPDATE") || text.startsWith("DELETE");
    return writes ? COUNT : EITHER;
  }

  /** Runs the statement; its rows or count are then had from it. */
  void execute(PreparedStatement statement) throws SQLException {
    switch (this) {
      case ROWS -> statement.executeQuery();
      case COUNT -> statement.executeUpdate();
      default -> statement.execute();
    }
  }
}
