package io.consumptionledger.jdbc.internal;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.jdbc.dialect.SqlErrors;
import io.consumptionledger.spi.Commit;
import io.consumptionledger.spi.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs statements on one connection, for one try of one call. Used by one thread. */
final class Session {
  private static final String COMMIT = "COMMIT";

  private final Connection connection;
  private final SqlCatalog catalog;
  private final SqlErrors errors;
  private final int timeoutSeconds;
  private final boolean joined;
  private final boolean replyLost;
  private final TimeLimit limit;
  private final Ahead ahead;

  /**
   * A session.
   *
   * @param ahead what waits to travel with the next statement; null where each travels alone
   */
  Session(
      Connection connection,
      SqlCatalog catalog,
      SqlErrors errors,
      int timeoutSeconds,
      boolean joined,
      boolean replyLost,
      TimeLimit limit,
      Ahead ahead) {
    this.connection = connection;
    this.catalog = catalog;
    this.errors = errors;
    this.timeoutSeconds = timeoutSeconds;
    this.joined = joined;
    this.replyLost = replyLost;
    this.limit = limit;
    this.ahead = ahead;
  }

  /** Reads one row of a result. */
  @FunctionalInterface
  interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  @FunctionalInterface
  private interface Reader<T> {
    T read(PreparedStatement executed) throws SQLException;
  }

  /** Whether an earlier try of this call may have been committed without our hearing of it. */
  boolean replyLost() {
    return replyLost;
  }

  /** How sure a change made here is, once the call returns. */
  Commit commit() {
    return joined ? Commit.PENDING : Commit.DONE;
  }

  /**
   * How sure a change is that was found made. In the caller's transaction nobody can tell whether
   * it was made there.
   */
  Commit earlier() {
    return joined ? Commit.PENDING : Commit.EARLIER;
  }

  /**
   * Whether a plain read sees what is committed when it begins. That may cost a round trip in a
   * caller's transaction.
   */
  boolean seesCommitted() throws SQLException {
    return !joined || connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED;
  }

  /** Sends a statement without values and result; where several travel together, with the next. */
  void first(Sql sql) throws SQLException {
    if (ahead == null) {
      update(sql, new Params());
    } else {
      ahead.add(catalog.text(sql));
    }
  }

  /** Sends what waits, if anything does. */
  void sendAhead() throws SQLException {
    send(timeoutSeconds);
  }

  /**
   * Commits, together with what waits. No time-out may cancel it: a server that waits for its
   * replicas could take that as leave not to.
   */
  void endByCommit() throws SQLException {
    if (ahead == null || ahead.isEmpty()) {
      connection.commit();
    } else {
      ahead.add(COMMIT);
      send(0);
    }
  }

  int update(Sql sql, Params params) throws SQLException {
    return run(sql, params, PreparedStatement::getUpdateCount);
  }

  <T> List<T> list(Sql sql, Params params, Mapper<T> mapper) throws SQLException {
    return run(sql, params, executed -> read(executed.getResultSet(), mapper));
  }

  /** The only row of a result, or null. */
  <T> T one(Sql sql, Params params, Mapper<T> mapper) throws SQLException {
    List<T> rows = list(sql, params, mapper);
    return rows.isEmpty() ? null : rows.get(0);
  }

  /** Tells this database session from others. */
  String sessionId() throws SQLException {
    return one(Sql.SESSION_ID, new Params(), row -> row.getString("session_id"));
  }

  Row get(ConsumptionKey key) throws SQLException {
    return one(Sql.GET, Params.key(key), RowMapper::row);
  }

  /**
   * The row as the last writer left it, waiting for one that is under way; null if there is none.
   */
  Row getLocked(ConsumptionKey key) throws SQLException {
    return one(Sql.GET_LOCKED, Params.key(key), RowMapper::row);
  }

  /**
   * Runs an insert that must not overwrite. A row in the way is no error, whether the database
   * reports it by a count or by a duplicate key.
   *
   * @return whether it made its row
   */
  boolean insert(Sql sql, Params params) throws SQLException {
    return insertAll(sql, params) == 1;
  }

  /**
   * Runs an insert of many rows that overwrites none.
   *
   * @return how many it made; 0 when the database makes all or none, and one is in the way
   */
  int insertAll(Sql sql, Params params) throws SQLException {
    try {
      return update(sql, params);
    } catch (SQLException e) {
      if (errors.isDuplicateKey(e)) {
        return 0;
      }
      throw e;
    }
  }

  private static <T> List<T> read(ResultSet rows, Mapper<T> mapper) throws SQLException {
    try (rows) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(mapper.map(rows));
      }
      return all;
    }
  }

  private <T> T run(Sql sql, Params params, Reader<T> reader) throws SQLException {
    limit.apply(connection);
    SqlCatalog.Statement text = catalog.statement(sql);
    Ahead.Texts before = ahead == null || ahead.isEmpty() ? null : ahead.waiting();
    String all = before == null ? text.sql() : before.before(text.sql());
    try (PreparedStatement statement = connection.prepareStatement(all)) {
      statement.setQueryTimeout(timeoutSeconds);
      params.bind(statement, text.places());
      if (before == null) {
        text.kind().execute(statement);
      } else {
        ahead.sent();
        execute(statement, before);
      }
      return reader.read(statement);
    }
  }

  /** Its own result comes behind theirs. */
  private static void execute(PreparedStatement statement, Ahead.Texts before) throws SQLException {
    try {
      statement.execute();
      for (int i = 0; i < before.count(); i++) {
        statement.getMoreResults();
      }
    } catch (SQLException e) {
      before.judge().accept(e);
      throw e;
    }
  }

  private void send(int seconds) throws SQLException {
    if (ahead == null || ahead.isEmpty()) {
      return;
    }
    limit.apply(connection);
    Ahead.Texts texts = ahead.waiting();
    try (PreparedStatement statement = connection.prepareStatement(texts.text())) {
      statement.setQueryTimeout(seconds);
      ahead.sent();
      statement.execute();
    } catch (SQLException e) {
      texts.judge().accept(e);
      throw e;
    }
  }
}
