package io.consumptionledger.jdbc.dialect;

import static io.consumptionledger.ErrorClass.CONFLICT;
import static io.consumptionledger.ErrorClass.RETRYABLE;
import static io.consumptionledger.ErrorClass.UNRECOVERABLE;

import io.consumptionledger.Classification;
import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL. Version 14 is the oldest that still gets fixes, and the first whose {@code extract}
 * is exact to the microsecond.
 */
public final class PostgreSqlDialect implements Dialect {
  private static final String PRODUCT = "PostgreSQL";
  private static final int OLDEST = 14;
  private static final String ENCODING = "UTF8";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  // @formatter:off
  private static final CodeTable CODES =
      new CodeTable()
          // connection, rolled back by the server (deadlock, serialization), out of resources
          .states(RETRYABLE, "08", "40", "53")
          // lock not available, cancelled, shut down by an administrator or a crash, starting up,
          // idle too long in a transaction or out of one, read-only after a fail-over
          .states(RETRYABLE, "55P03", "57014", "57P01", "57P02", "57P03", "25P03", "57P05", "25006")
          // refused at log-in, as while accounts change
          .states(RETRYABLE, "28")
          // only reports that an earlier statement failed; and a prepared statement's result has
          // changed with the schema, which a new session does not meet
          .states(RETRYABLE, "25P02", "0A000")
          // data, constraints, syntax, names and rights
          .states(UNRECOVERABLE, "22", "23", "42", "40002")
          // a missing parent row may still come
          .states(RETRYABLE, "23503")
          .states(CONFLICT, "23505");

  // @formatter:on

  @Override
  public String description() {
    return PRODUCT + " " + OLDEST + " or later";
  }

  @Override
  public SchemaDialect schema() {
    return new PostgreSqlSchema();
  }

  @Override
  public String folder() {
    return "postgresql";
  }

  @Override
  public boolean matches(DatabaseMetaData server) throws SQLException {
    return PRODUCT.equals(server.getDatabaseProductName());
  }

  @Override
  public void requireVersion(DatabaseMetaData server) throws SQLException {
    if (server.getDatabaseMajorVersion() < OLDEST) {
      throw new ConfigurationException(
          "the server is "
              + PRODUCT
              + " "
              + server.getDatabaseProductVersion()
              + "; the ledger needs "
              + description());
    }
  }

  @Override
  public List<String> objections(Connection connection) throws SQLException {
    String encoding = Statements.text(connection, "SHOW server_encoding");
    return ENCODING.equals(encoding)
        ? List.of()
        : List.of(
            "the database is encoded in "
                + encoding
                + ", which cannot hold every id and text; the ledger needs one in "
                + ENCODING);
  }

  @Override
  public String login(Connection connection) throws SQLException {
    return Statements.text(connection, "SELECT session_user::text");
  }

  @Override
  public Optional<String> objectionToJoining(Connection callers) throws SQLException {
    String found;
    switch (callers.getTransactionIsolation()) {
      case Connection.TRANSACTION_REPEATABLE_READ:
        found = "REPEATABLE READ";
        break;
      case Connection.TRANSACTION_SERIALIZABLE:
        found = "SERIALIZABLE";
        break;
      default:
        return Optional.empty();
    }
    return Optional.of(
        "the caller's transaction runs at "
            + found
            + "; a claim is made on a connection of its own, and only a transaction at READ"
            + " COMMITTED sees it and can settle it");
  }

  @Override
  public Optional<Classification> classify(SQLException error) {
    return CODES.classify(error);
  }

  @Override
  public boolean isDuplicateKey(SQLException error) {
    return CodeTable.hasState(error, "23505");
  }

  @Override
  public boolean isRetryableInOwnTransaction(SQLException error) {
    return CodeTable.hasState(error, "40001", "40P01", LOCK_NOT_AVAILABLE);
  }

  /**
   * Who asks for NOWAIT expects to be refused, and can go back to a savepoint; without one, the
   * transaction is aborted, which shows.
   */
  @Override
  public boolean spoilsTransaction(SQLException error) {
    return !CodeTable.hasState(error, LOCK_NOT_AVAILABLE)
        && (isRetryableInOwnTransaction(error) || isConnectionLost(error));
  }

  /**
   * A session that is shut down may have committed before it could say so, so 57P01 and its
   * neighbours count as a lost reply, and so does 40003 (completion unknown).
   */
  @Override
  public boolean isConnectionLost(SQLException error) {
    return error instanceof SQLRecoverableException
        || CodeTable.hasState(
            error, "08", "40003", "57P01", "57P02", "57P03", "25P03", "25P04", "57P05");
  }

  /** The driver divides a text itself; the server skips what follows an error. */
  @Override
  public boolean sendsTogether() {
    return true;
  }

  @Override
  public boolean isTooLarge(SQLException error) {
    return CodeTable.hasState(error, "54000");
  }
}
