package io.consumptionledger.conformance.jdbc;

import io.consumptionledger.conformance.database.Space;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends sessions of the run-time account at the server, whatever they are doing. */
final class Killer {
  private final Space space;
  private final String sessions;
  private final String all;
  private final String kill;
  private final AtomicInteger killed = new AtomicInteger();

  Killer(Space space, boolean isPostgreSql) {
    this.space = space;
    String account = "'" + space.schema() + "_app'";
    this.sessions =
        isPostgreSql
            ? "SELECT pid FROM pg_stat_activity WHERE state <> 'idle' AND usename = " + account
            : "SELECT id FROM performance_schema.processlist WHERE command <> 'Sleep' AND user = "
                + account;
    this.all =
        isPostgreSql
            ? "SELECT pid FROM pg_stat_activity WHERE usename = " + account
            : "SELECT id FROM performance_schema.processlist WHERE user = " + account;
    this.kill = isPostgreSql ? "SELECT pg_terminate_backend(%d)" : "KILL CONNECTION %d";
  }

  /** Ends all sessions that are at work right now. */
  void strike() {
    strike(sessions);
  }

  /** Ends all sessions, those that wait for work too. */
  void strikeAll() {
    strike(all);
  }

  private void strike(String which) {
    space.asOwner(
        connection -> {
          for (long id : ids(connection, which)) {
            if (kill(connection, id)) {
              killed.incrementAndGet();
            }
          }
        });
  }

  private static List<Long> ids(Connection connection, String which) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(which)) {
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
    }
    return ids;
  }

  /** One that ended by itself meanwhile is nobody's error. */
  private boolean kill(Connection connection, long id) {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(String.format(kill, id)) || statement.getUpdateCount() >= 0;
    } catch (SQLException gone) {
      return false;
    }
  }

  int killed() {
    return killed.get();
  }
}
