package io.consumptionledger.benchmarks.lines;

import io.consumptionledger.benchmarks.database.Space;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The table that handlers write to. */
final class Effects {
  static final String INSERT = "INSERT INTO effect (event_id) VALUES (?)";

  private Effects() {}

  static void reset(Space space) throws SQLException {
    space.execute(
        "DROP TABLE IF EXISTS effect; CREATE TABLE effect (event_id varchar(200) PRIMARY KEY)");
  }

  static void insert(PreparedStatement statement, String event) throws SQLException {
    statement.setString(1, event);
    HandStatements.requireOne(statement.executeUpdate());
  }
}
