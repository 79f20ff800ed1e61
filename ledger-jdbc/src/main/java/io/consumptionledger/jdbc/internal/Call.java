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
        error);
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

  @Override
  public String toString() {
    return verb + " of " + subject;
  }
}
