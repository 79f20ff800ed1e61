package io.consumptionledger.jdbc.dialect;

import io.consumptionledger.Classification;
import io.consumptionledger.ErrorClass;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Error codes and what they mean. The vendor code decides before the SQLState (drivers map codes to
 * states loosely), the whole state before its class, and the kind of exception last.
 */
final class CodeTable {
  private static final int CLASS_LENGTH = 2;

  private final Map<Integer, ErrorClass> vendorCodes = new HashMap<>();
  private final Map<String, ErrorClass> states = new HashMap<>();

  /** Adds SQLStates: five characters for one state, two for a class of states. */
  CodeTable states(ErrorClass errorClass, String... codes) {
    for (String code : codes) {
      states.put(code, errorClass);
    }
    return this;
  }

  CodeTable vendorCodes(ErrorClass errorClass, int... codes) {
    for (int code : codes) {
      vendorCodes.put(code, errorClass);
    }
    return this;
  }

  Optional<Classification> classify(SQLException error) {
    ErrorClass found = vendorCodes.get(error.getErrorCode());
    String state = error.getSQLState();
    if (found == null && state != null) {
      found = states.get(state);
      if (found == null && state.length() > CLASS_LENGTH) {
        found = states.get(state.substring(0, CLASS_LENGTH));
      }
    }
    if (found == null
        && (error instanceof SQLTransientException || error instanceof SQLRecoverableException)) {
      found = ErrorClass.RETRYABLE;
    }
    return Optional.ofNullable(found).map(judged -> new Classification(judged, code(error)));
  }

  /** Both codes as far as they are there, such as {@code 40001/1213}. */
  static String code(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    return error.getErrorCode() == 0 ? state : state + "/" + error.getErrorCode();
  }

  /** Whether a state is one of some, or of one of some classes. */
  static boolean hasState(SQLException error, String... codes) {
    String state = error.getSQLState();
    if (state != null) {
      for (String code : codes) {
        if (state.equals(code) || (code.length() == CLASS_LENGTH && state.startsWith(code))) {
          return true;
        }
      }
    }
    return false;
  }
}
