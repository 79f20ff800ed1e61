package io.consumptionledger.conformance.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;

/**
 * One database product: how to get a server of it, and how to set up and reach a schema there. A
 * vendor names an implementation in {@code META-INF/services}. Stateless and thread-safe.
 */
public interface ServerKind {
  /**
   * The name in system properties and of the resource folder.
   *
   * @return lower-case letters and digits
   */
  String name();

  /**
   * The name for people.
   *
   * @return the product
   */
  String product();

  /**
   * Starts a server in a container. Called only if there is Docker.
   *
   * @return how to reach it as administrator
   */
  Server startContainer();

  /**
   * Starts an embedded server.
   *
   * @return how to reach it as administrator, or null if there is none of this product
   * @throws Exception why it could not be started
   */
  Server startEmbedded() throws Exception;

  /**
   * The URL whose current schema it is.
   *
   * @param url the server's URL
   * @param schema the schema
   * @return the URL
   */
  String url(String url, String schema);

  /**
   * Makes an empty schema, and an account that may log in and nothing else.
   *
   * @param admin the administrator's connection
   * @param schema the schema
   * @param account the account
   * @param password its password
   * @throws SQLException if the database refuses
   */
  void create(Connection admin, String schema, String account, String password) throws SQLException;

  /**
   * Drops both.
   *
   * @param admin the administrator's connection
   * @param schema the schema
   * @param account the account
   * @throws SQLException if the database refuses
   */
  void drop(Connection admin, String schema, String account) throws SQLException;

  /**
   * What grants.sql needs besides its own statements.
   *
   * @param script the text of grants.sql
   * @param schema the schema
   * @param account the account
   * @return the statements to run
   */
  List<String> grants(String script, String schema, String account);

  /**
   * Whether an error means that a constraint or the type of a column refused a value.
   *
   * @param error the error
   * @return true if so
   */
  boolean isRefusedValue(SQLException error);

  /**
   * An instant, as an expression.
   *
   * @param micros microseconds from the database's clock, negative for the past
   * @return SQL
   */
  String instant(long micros);

  /**
   * A statement that gives a session a time zone.
   *
   * @param connection a connection to try it on
   * @param zone the zone
   * @return SQL
   * @throws SQLException if the database refuses
   */
  String setZone(Connection connection, ZoneId zone) throws SQLException;

  /**
   * Brings a connection to an isolation in which a caller's transaction may claim and settle,
   * before the transaction begins. By default it stays as the server has it.
   *
   * @param connection the caller's connection, autocommit off
   * @throws SQLException if the database refuses
   */
  default void prepareCaller(Connection connection) throws SQLException {}
}
