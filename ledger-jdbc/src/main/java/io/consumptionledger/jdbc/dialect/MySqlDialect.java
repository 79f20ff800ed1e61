package io.consumptionledger.jdbc.dialect;

import static io.consumptionledger.ErrorClass.CONFLICT;
import static io.consumptionledger.ErrorClass.RETRYABLE;
import static io.consumptionledger.ErrorClass.UNRECOVERABLE;

import io.consumptionledger.Classification;
import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * MySQL. Version 8.0.19 is the first in which VALUES is a table, which verifying the schema needs;
 * the collation {@code utf8mb4_0900_bin}, on which identity depends, {@code SKIP LOCKED}, {@code
 * JSON_TABLE} and enforced CHECK constraints are older.
 */
public final class MySqlDialect implements Dialect {
  private static final String PRODUCT = "MySQL";
  private static final int[] OLDEST = {8, 0, 19};
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

  /** Products that answer to the same driver and protocol, as their version strings name them. */
  private static final Set<String> OTHERS = Set.of("mariadb", "tidb", "oceanbase", "singlestore");

  private static final int PACKET_TOO_LARGE = 1153;
  private static final int DUPLICATE_KEY = 1062;
  private static final int DUPLICATE_KEY_NAMED = 1586;
  private static final int NO_WAIT = 3572;
  private static final Set<Integer> ROLLED_BACK = Set.of(1213, 1205, 1020, NO_WAIT);

  /** Duplicate, too long, cut, wrong value for a column or a type, out of range, syntax. */
  private static final Set<Integer> QUOTING =
      Set.of(1062, 1586, 1406, 1265, 1264, 1292, 1366, 1367, 1411, 1300, 1690, 1064);

  private static final Set<Integer> CUT_OFF = Set.of(1053, 3169, 4031, 1927);

  // @formatter:off
  private static final CodeTable CODES =
      new CodeTable()
          // deadlock, lock wait time-out (its SQLState varies), changed since last read, NOWAIT
          .vendorCodes(RETRYABLE, 1213, 1205, 1020, 3572)
          // shutting down, killed, interrupted, execution time exceeded, idle too long
          .vendorCodes(RETRYABLE, 1053, 3169, 1927, 1317, 3024, 4031)
          // too many connections: of the server, of the user, per hour
          .vendorCodes(RETRYABLE, 1040, 1203, 1226)
          // read-only after a fail-over, and locked for a backup
          .vendorCodes(RETRYABLE, 1290, 1836, 1792, 1223)
          // out of memory, disk full, table space full
          .vendorCodes(RETRYABLE, 1037, 1038, 1041, 1021, 1114)
          // a missing parent row may still come
          .vendorCodes(RETRYABLE, 1452, 1216)
          .vendorCodes(CONFLICT, DUPLICATE_KEY, DUPLICATE_KEY_NAMED, 1022, 1859)
          // no such table, column or database; null, too long, out of range, broken CHECK, and a
          // row that others point to
          .vendorCodes(
              UNRECOVERABLE,
              1146,
              1054,
              1049,
              1048,
              1364,
              1406,
              1264,
              1265,
              1292,
              1366,
              3819,
              1451,
              1217)
          // refused at log-in, as while accounts change
          .states(RETRYABLE, "08", "40", "28")
          .states(UNRECOVERABLE, "22", "23", "42");

  // @formatter:on

  @Override
  public String description() {
    return PRODUCT + " " + version(OLDEST) + " or later";
  }

  @Override
  public SchemaDialect schema() {
    return new MySqlSchema();
  }

  @Override
  public String folder() {
    return "mysql";
  }

  @Override
  public boolean matches(DatabaseMetaData server) throws SQLException {
    String version = server.getDatabaseProductVersion().toLowerCase(Locale.ROOT);
    return PRODUCT.equals(server.getDatabaseProductName())
        && OTHERS.stream().noneMatch(version::contains);
  }

  @Override
  public void requireVersion(DatabaseMetaData server) throws SQLException {
    String version = server.getDatabaseProductVersion();
    Matcher parts = VERSION.matcher(version);
    boolean old = !parts.matches();
    for (int i = 0; !old && i < OLDEST.length; i++) {
      String part = parts.group(i + 1);
      int number = part == null ? 0 : Integer.parseInt(part);
      if (number > OLDEST[i]) {
        return;
      }
      old = number < OLDEST[i];
    }
    if (old) {
      throw new ConfigurationException(
          "the server is " + PRODUCT + " " + version + "; the ledger needs " + description());
    }
  }

  @Override
  public List<String> objections(Connection connection) throws SQLException {
    return MySqlSettings.objections(connection);
  }

  private static String version(int[] parts) {
    return parts[0] + "." + parts[1] + "." + parts[2];
  }

  /** The account is name@host; the name may hold an @ of its own, the host cannot. */
  @Override
  public String login(Connection connection) throws SQLException {
    String account = Statements.text(connection, "SELECT CURRENT_USER()");
    return account.substring(0, account.lastIndexOf('@'));
  }

  @Override
  public Optional<Classification> classify(SQLException error) {
    return CODES.classify(error);
  }

  @Override
  public boolean isDuplicateKey(SQLException error) {
    return error.getErrorCode() == DUPLICATE_KEY || error.getErrorCode() == DUPLICATE_KEY_NAMED;
  }

  /** By vendor code: the driver reports a lock wait time-out with the state of a deadlock. */
  @Override
  public boolean isRetryableInOwnTransaction(SQLException error) {
    return ROLLED_BACK.contains(error.getErrorCode());
  }

  /** Who asks for NOWAIT expects to be refused, and nothing but that statement is undone. */
  @Override
  public boolean spoilsTransaction(SQLException error) {
    return error.getErrorCode() != NO_WAIT
        && (isRetryableInOwnTransaction(error) || isConnectionLost(error));
  }

  @Override
  public boolean isConnectionLost(SQLException error) {
    return !isTooLarge(error)
        && (CUT_OFF.contains(error.getErrorCode())
            || error instanceof SQLRecoverableException
            || error instanceof SQLNonTransientConnectionException
            || error instanceof SQLTransientConnectionException
            || CodeTable.hasState(error, "08"));
  }

  /** The driver's own refusal has no code; its class is not known here, so it goes by name. */
  @Override
  public boolean isTooLarge(SQLException error) {
    return error.getErrorCode() == PACKET_TOO_LARGE
        || error.getClass().getSimpleName().equals("PacketTooBigException");
  }

  /**
   * Values that do not fit are reported under the general state, under that of warnings, and under
   * that of syntax errors, which quote the statement. Texts about the server's condition remain.
   */
  @Override
  public boolean quotesData(SQLException error) {
    boolean isAboutTheServer =
        classify(error).filter(judged -> judged.errorClass() == RETRYABLE).isPresent();
    return CodeTable.hasState(error, "22", "23")
        || QUOTING.contains(error.getErrorCode())
        || (CodeTable.hasState(error, "01", "HY") && !isAboutTheServer);
  }
}
