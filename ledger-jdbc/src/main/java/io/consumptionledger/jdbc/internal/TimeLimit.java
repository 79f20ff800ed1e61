package io.consumptionledger.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;

/** Asked before each trip to the server: bounds it, or refuses it when the time is over. */
@FunctionalInterface
interface TimeLimit {
  /** None but that of statements. */
  TimeLimit NONE = connection -> {};

  void apply(Connection connection) throws SQLException;
}
