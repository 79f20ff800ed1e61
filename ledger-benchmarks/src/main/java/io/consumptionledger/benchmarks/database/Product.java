package io.consumptionledger.benchmarks.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** One database product. Stateless and thread-safe. */
public interface Product {
  /** The name on the command line and in file names. */
  String name();

  /** How its URLs begin. */
  String urlStart();

  /** Starts a server in a container, as durable as it is by default. */
  Server startContainer();

  /**
   * The URL of another database on the same server.
   *
   * @param url the server's URL
   * @param database the other database
   * @return the URL without parameters
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

  /**
   * How many transactions the server committed so far, in this database where it tells them apart.
   */
  double commits(Connection connection) throws SQLException;

  /** How many statements the server ran so far; NaN if it does not say. */
  double statements(Connection connection) throws SQLException;

  /** The statement that gathers a table's statistics for the planner. */
  String analyze(String table);

  /** How the driver takes a token. */
  Object token(UUID token);

  /** The SQL of the same work by hand. */
  HandSql hand();
}
