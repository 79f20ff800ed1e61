package io.consumptionledger.jdbc.internal;

import io.consumptionledger.StoreException;
import io.consumptionledger.Transition;
import java.sql.SQLException;

/**
 * One call of a store's method, for messages.
 *
 * @param verb the transition or method
 * @param subject the row, or whatever else it is about; holds no secret
 */
record Call(String verb, Object subject) {
  private static final String DATA_ERROR = "22";
  private static final String BROKEN_RULE = "23";

  static Call of(Transition transition, Object subject) {
    return new Call(transition.name(), subject);
  }

  StoreException failed(SQLException error) {
    return new StoreException(
        this
            + " failed with SQLState "
            + error.getSQLState()
            + ", vendor code "
            + error.getErrorCode(),
        withoutData(error));
  }

  StoreException noConnection(SQLException error) {
    return new StoreException(
        this
            + " failed: the data source gave no connection (a call in a caller's transaction may need"
            + " a second one)",
        error);
  }

  StoreException failed(String why) {
    return new StoreException(this + " " + why, null);
  }

  /** Databases quote the row in errors about its data, so these lose their text and their tail. */
  private static SQLException withoutData(SQLException error) {
    String state = error.getSQLState();
    if (state == null || !(state.startsWith(DATA_ERROR) || state.startsWith(BROKEN_RULE))) {
      return error;
    }
    SQLException clean =
        new SQLException(
            "the text of the database quotes data and is left out", state, error.getErrorCode());
    clean.setStackTrace(error.getStackTrace());
    return clean;
  }

  @Override
  public String toString() {
    return verb + " of " + subject;
  }
}
