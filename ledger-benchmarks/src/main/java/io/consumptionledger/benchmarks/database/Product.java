package io.consumptionledger.benchmarks.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** One database product. Stateless and thread-safe. */
public interface Product {
  /** The name on the command line, in file names and of the folder of SQL. */
  String name();

  /** The name for people. */
  String title();

  /** How its URLs begin. */
  String urlStart();

  /** Starts a server in a container, as durable as it is by default. */
  Server startContainer();

  /**
   * The URL of another database on the same server.
   *
   * @param url the server's URL
   * @param database the other database
   */
  String url(String url, String database);

  /** Parameters for the driver, as its manual and that of the pool advise. */
  Map<String, String> driverSettings();

  /** Settings of the server that a reader must know: version, durability, memory. */
  Map<String, String> serverSettings(Connection connection) throws SQLException;

  /** What the server's processes are called in the list of processes. */
  String processName();

  /** When the server was started. */
  Instant startedAt(Connection connection) throws SQLException;

  /** How many connections the server allows. */
  int maxConnections(Connection connection) throws SQLException;

  /** How many transactions were committed so far in the current database. */
  double commits(Connection connection) throws SQLException;

  /** How far behind that number may be. */
  Duration commitLag();

  /** The statement that drops a database, even if somebody is still connected. */
  String drop(String database);

  /** The statement that gathers a table's statistics for the planner. */
  String analyze(String table);

  /** How the driver takes a token. */
  Object token(UUID token);

  /** Many messages at once, by hand. Closing it gives the connection back. */
  Batches batches(Connection connection) throws SQLException;

  /** Begins a transaction that sees the database as it is now; autocommit is off. */
  void beginSnapshot(Connection connection) throws SQLException;

  /** Whether an insert failed because there is a row already. */
  boolean isDuplicate(SQLException error);

  /**
   * A statement by hand.
   *
   * @param file the name of its file
   * @return the text
   * @throws IllegalArgumentException if there is none of that name
   */
  default String sql(String file) {
    String text = SqlFiles.read(name(), file);
    if (text == null) {
      throw new IllegalArgumentException(name() + " has no statement " + file);
    }
    return text;
  }

  /** Whether there is a statement of that name. */
  default boolean hasSql(String file) {
    return SqlFiles.read(name(), file) != null;
  }
}
