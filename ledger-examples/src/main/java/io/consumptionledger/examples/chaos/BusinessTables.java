package io.consumptionledger.examples.chaos;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.examples.demo.Chain;
import io.consumptionledger.examples.demo.CloudEvent;
import io.consumptionledger.examples.demo.CloudEvent.Aggregate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * What the handlers write: the current hash of each file, the links that did not fit, and one line
 * for each effect. Nothing in these tables keeps an effect from being written twice, so that they
 * can tell.
 */
final class BusinessTables {
  private final String file;
  private final String broken;
  private final String effect;

  /** Tables whose names begin with a prefix. */
  BusinessTables(String prefix) {
    this.file = prefix + "file";
    this.broken = prefix + "broken_link";
    this.effect = prefix + "effect";
  }

  void create(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      boolean folds = connection.getMetaData().getDatabaseProductName().equals("MySQL");
      String text = folds ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin" : " COLLATE \"C\"";
      statement.execute(
          "CREATE TABLE "
              + file
              + " (source varchar(200)"
              + text
              + " NOT NULL, subject varchar(200)"
              + text
              + " NOT NULL, hash char(40) NOT NULL, PRIMARY KEY (source, subject))");
      statement.execute(
          "CREATE TABLE " + broken + " (event_id varchar(200) NOT NULL, hash char(40) NOT NULL)");
      statement.execute(
          "CREATE TABLE "
              + effect
              + " (handler_id varchar(100) NOT NULL, event_id varchar(200)"
              + text
              + " NOT NULL, item_key varchar(200)"
              + text
              + " NOT NULL)");
    }
  }

  void drop(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : List.of(file, broken, effect)) {
        statement.execute("DROP TABLE IF EXISTS " + table);
      }
    }
  }

  /** Replaces a file's hash; notes it when the one before is not what the event says. */
  void apply(Connection connection, CloudEvent event) throws SQLException {
    Aggregate aggregate = event.aggregate();
    String found = null;
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT hash FROM " + file + " WHERE source = ? AND subject = ? FOR UPDATE")) {
      select.setString(1, aggregate.source());
      select.setString(2, aggregate.subject());
      try (ResultSet row = select.executeQuery()) {
        found = row.next() ? row.getString(1) : null;
      }
    }
    if (!event.before().equals(found == null ? Chain.NOTHING : found)) {
      execute(
          connection,
          "INSERT INTO " + broken + " (event_id, hash) VALUES (?, ?)",
          event.id(),
          event.before());
    }
    execute(
        connection,
        found == null
            ? "INSERT INTO " + file + " (hash, source, subject) VALUES (?, ?, ?)"
            : "UPDATE " + file + " SET hash = ? WHERE source = ? AND subject = ?",
        event.after(),
        aggregate.source(),
        aggregate.subject());
  }

  /** Writes that an effect has happened. */
  void note(Connection connection, ConsumptionKey key) throws SQLException {
    execute(
        connection,
        "INSERT INTO " + effect + " (handler_id, event_id, item_key) VALUES (?, ?, ?)",
        key.handlerId(),
        key.eventId(),
        key.itemKey());
  }

  private static void execute(Connection connection, String sql, String... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      if (statement.executeUpdate() != 1) {
        throw new SQLException("a statement did not write one row");
      }
    }
  }

  /**
   * What a handler's effects are.
   *
   * @param all how many were written
   * @param distinct of how many messages
   */
  record Effects(int all, int distinct) {}

  Effects effects(DataSource dataSource, String handlerId) throws SQLException {
    String sql =
        "SELECT COUNT(*), SUM(times) FROM (SELECT COUNT(*) AS times FROM "
            + effect
            + " WHERE handler_id = '"
            + handlerId
            + "' GROUP BY event_id, item_key) AS each_message";
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return new Effects(row.getInt(2), row.getInt(1));
    }
  }

  /** The chain as the table of files shows it. */
  Chain chain(DataSource dataSource, int links) throws SQLException {
    Map<Aggregate, String> hashes = new TreeMap<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery("SELECT source, subject, hash FROM " + file)) {
        while (row.next()) {
          hashes.put(new Aggregate(row.getString(1), row.getString(2)), row.getString(3));
        }
      }
      try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + broken)) {
        row.next();
        return Chain.of(links, row.getInt(1), hashes);
      }
    }
  }
}
