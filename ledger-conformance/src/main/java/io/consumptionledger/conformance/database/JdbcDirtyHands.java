package io.consumptionledger.conformance.database;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.conformance.DirtyHands;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writes columns and takes locks as the owner of the tables. */
final class JdbcDirtyHands implements DirtyHands {
  private static final String KEY =
      " WHERE tenant_id = ? AND handler_id = ? AND event_id = ? AND item_key = ?";

  private final Space space;

  JdbcDirtyHands(Space space) {
    this.space = space;
  }

  @Override
  public boolean write(ConsumptionKey key, String column, Object value) {
    return update(
        key,
        column + " = ?",
        (statement, at) -> {
          if (value == null) {
            statement.setNull(at, Types.NULL);
          } else {
            statement.setObject(at, value);
          }
          return at + 1;
        });
  }

  @Override
  public boolean writeInstant(ConsumptionKey key, String column, Duration fromNow) {
    String value =
        fromNow == null ? "NULL" : space.database().kind().instant(fromNow.toNanos() / 1000);
    return update(key, column + " = " + value, (statement, at) -> at);
  }

  /** Binds what stands before the key. */
  private interface Binder {
    int bind(PreparedStatement statement, int at) throws SQLException;
  }

  private boolean update(ConsumptionKey key, String assignment, Binder binder) {
    AtomicBoolean written = new AtomicBoolean();
    space.asOwner(
        connection -> {
          String sql = "UPDATE event_consumption SET " + assignment + KEY;
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bindKey(statement, binder.bind(statement, 1), key);
            if (statement.executeUpdate() != 1) {
              throw new IllegalStateException("there is no row " + key);
            }
            written.set(true);
          } catch (SQLException e) {
            if (!space.database().kind().isRefusedValue(e)) {
              throw e;
            }
          }
        });
    return written.get();
  }

  private static void bindKey(PreparedStatement statement, int at, ConsumptionKey key)
      throws SQLException {
    statement.setString(at, key.tenant().id());
    statement.setString(at + 1, key.handlerId());
    statement.setString(at + 2, key.eventId());
    statement.setString(at + 3, key.itemKey());
  }

  @Override
  public void whileLocked(ConsumptionKey key, Runnable action) {
    space.asOwner(
        connection -> {
          connection.setAutoCommit(false);
          try {
            lock(connection, key);
            action.run();
          } finally {
            connection.rollback();
            connection.setAutoCommit(true);
          }
        });
  }

  private static void lock(Connection connection, ConsumptionKey key) throws SQLException {
    String sql = "SELECT status FROM event_consumption" + KEY + " FOR UPDATE";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bindKey(statement, 1, key);
      if (!statement.executeQuery().next()) {
        throw new IllegalStateException("there is no row " + key + " to lock");
      }
    }
  }
}
