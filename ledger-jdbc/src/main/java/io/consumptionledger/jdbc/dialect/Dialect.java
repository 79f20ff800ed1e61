package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.Beta;
import io.consumptionledger.Classification;
import io.consumptionledger.ConfigurationException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What the store must know about one database product besides its SQL, which lies in the dialect's
 * folders, one file for each statement.
 *
 * <p>A vendor writes one class and one folder, and names the class in {@code
 * META-INF/services/io.consumptionledger.jdbc.dialect.Dialect} or passes an instance to the store's
 * builder. The folder is looked up with the class loader of the dialect's class.
 *
 * <p>Errors are judged by SQLState and vendor code, never by text, which depends on language and
 * version. Each method looks at one exception; the store walks causes and chained exceptions.
 * Implementations are stateless and thread-safe.
 */
@Beta
public interface Dialect {
  /**
   * The product's name, for messages.
   *
   * @return the name with the oldest version that works, for example {@code "Product 3.1 or later"}
   */
  String description();

  /**
   * The folder of the statements below {@code META-INF/ledger/}.
   *
   * @return lower-case letters and digits
   */
  String folder();

  /**
   * How the schema is created and verified.
   *
   * @return the schema's side of the dialect, never null
   */
  SchemaDialect schema();

  /**
   * Whether the server is this product. Products that only resemble it must be refused, also when
   * they are reached through its driver.
   *
   * @param server what the driver tells
   * @return true if it is, in any version
   * @throws SQLException if the driver cannot tell
   */
  boolean matches(DatabaseMetaData server) throws SQLException;

  /**
   * Refuses a version that is too old.
   *
   * @param server what the driver tells; of a server that {@linkplain #matches matches}
   * @throws ConfigurationException naming the version found and the oldest one that works
   * @throws SQLException if the driver cannot tell
   */
  void requireVersion(DatabaseMetaData server) throws SQLException;

  /**
   * What about a connection would make the ledger fail later or err in silence: settings of the
   * server, the session or the driver, such as a character set that cannot hold every id, or an
   * isolation that shows what others have not committed. Asked once, when a store is built.
   *
   * @param connection as the data source gives it; may run queries and must stay as it is, except
   *     that a transaction may be left open
   * @return one clause for each, without a full stop, naming what was found and what is needed;
   *     empty if there is nothing to say
   * @throws SQLException if the connection fails
   */
  default List<String> objections(Connection connection) throws SQLException {
    return List.of();
  }

  /**
   * Who is logged in: the name under which the server has let the session in, whatever the client
   * or the session calls itself. Where accounts differ by the host they come from, without the
   * host, because it is the same person. Tools take it for who does what they do.
   *
   * @param connection an open connection; may run queries and must stay as it is, except that a
   *     transaction may be left open
   * @return the name; empty for a login without one
   * @throws SQLException if the connection fails
   */
  String login(Connection connection) throws SQLException;

  /**
   * Why a caller's transaction could not settle a claim that is made outside of it after it began.
   * Products whose snapshots hide such a claim from writes must object to the isolations that take
   * one snapshot for the whole transaction. Asked before each claim inside a caller's transaction,
   * so it should not cost a round trip where nothing can be wrong.
   *
   * @param callers the connection of the caller's transaction; must stay as it is, and no snapshot
   *     may be taken
   * @return a clause without a full stop, naming the isolation found and what is needed; or empty
   * @throws SQLException if the connection fails
   */
  default Optional<String> objectionToJoining(Connection callers) throws SQLException {
    return Optional.empty();
  }

  /**
   * Judges one error of the database.
   *
   * @param error the error itself; do not look at its causes
   * @return the judgement, or empty when its codes are not in the table
   */
  Optional<Classification> classify(SQLException error);

  /**
   * Whether an insert met a row with the same key.
   *
   * @param error the error itself
   * @return true for a violation of a primary or unique key
   */
  boolean isDuplicateKey(SQLException error);

  /**
   * Whether the same work can succeed in a new transaction: deadlock, lock time-out, serialization
   * failure. Only for errors after which nothing of the transaction can have been committed.
   *
   * @param error the error itself
   * @return true to try again
   */
  boolean isRetryableInOwnTransaction(SQLException error);

  /**
   * Whether the connection broke, so that it is unknown what became of the statement or commit
   * under way.
   *
   * @param error the error itself
   * @return true if the reply is lost
   */
  boolean isConnectionLost(SQLException error);

  /**
   * Whether a transaction in which a handler met this error must not be committed, even if the
   * handler hid it: because the database has rolled back more than the one statement, or because
   * the handler's work cannot be whole.
   *
   * @param error the error itself
   * @return true to roll back; by default for what {@link #isRetryableInOwnTransaction} and {@link
   *     #isConnectionLost} say
   */
  default boolean spoilsTransaction(SQLException error) {
    return isRetryableInOwnTransaction(error) || isConnectionLost(error);
  }

  /**
   * Whether a statement was refused because its values are more than the server or the driver
   * takes. What stores content then stores its beginning instead. If the server closes the
   * connection with this error, {@link #isConnectionLost} must not claim it: nothing was done.
   *
   * @param error the error itself
   * @return true if less may be accepted; false by default
   */
  default boolean isTooLarge(SQLException error) {
    return false;
  }

  /**
   * Whether the text of an error may quote what was to be stored. Such texts do not leave the
   * store.
   *
   * @param error the error itself
   * @return true for errors about data and constraints: SQLStates of the classes 22 and 23
   */
  default boolean quotesData(SQLException error) {
    return CodeTable.hasState(error, "22", "23");
  }

  /**
   * Whether the driver sends several statements, divided by semicolons, as one text in one trip to
   * the server, also prepared ones with values: with a result for each, one behind the other, and
   * without running those behind one that failed, or only in a transaction that the failure has
   * spoilt.
   *
   * @return true to have short statements travel with their neighbours; false by default
   */
  default boolean sendsTogether() {
    return false;
  }

  /**
   * Whether an error says that a savepoint, or the transaction it was set in, is not there any more
   * or cannot go on.
   *
   * @param error the error itself
   * @return true for the SQLStates 3B001 (no such savepoint), 25P01 (no transaction) and 25P02 (a
   *     transaction that has failed)
   */
  default boolean isSavepointGone(SQLException error) {
    return CodeTable.hasState(error, "3B001", "25P01", "25P02");
  }

  /**
   * How many keys one statement may carry.
   *
   * @return at least 1
   */
  default int maxBatch() {
    return 1_000;
  }
}
