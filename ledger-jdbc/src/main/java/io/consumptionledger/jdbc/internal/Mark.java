package io.consumptionledger.jdbc.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;

/** A savepoint at which one run's part of a transaction began. */
interface Mark {
  /** Makes sure that it is set: the handler comes next. */
  void set() throws SQLException;

  /** Fails if it is gone, now or when the transaction goes on. */
  void release() throws SQLException;

  /** Goes back to it, and releases it. */
  void undo() throws SQLException;

  /** Sets a savepoint of its own name at once, in a transaction of whomever. */
  static Mark at(Connection connection) throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    return new Mark() {
      @Override
      public void set() {}

      @Override
      public void release() throws SQLException {
        connection.releaseSavepoint(savepoint);
      }

      @Override
      public void undo() throws SQLException {
        connection.rollback(savepoint);
        connection.releaseSavepoint(savepoint);
      }
    };
  }
}
