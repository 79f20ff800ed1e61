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

  /**
   * Sets a savepoint at once, in a transaction of whomever. Names are few: to what servers keep of
   * statements, such as MySQL's digests, each name is a text of its own, and drivers never give the
   * same twice.
   *
   * @param depth how many marks of the calling thread are set already; those need other names
   */
  static Mark at(Connection connection, int depth) throws SQLException {
    Savepoint savepoint = connection.setSavepoint("consumption_ledger_" + depth);
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
