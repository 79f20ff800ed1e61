package io.consumptionledger;

import java.util.Objects;

/**
 * How an exception was judged.
 *
 * @param errorClass what kind of failure it is; not null
 * @param code the code it was judged by, such as a SQLState and vendor code; may be null
 */
public record Classification(ErrorClass errorClass, String code) {
  /** Checks that there is a class. */
  public Classification {
    Objects.requireNonNull(errorClass, "errorClass");
  }

  /**
   * A judgement without a code.
   *
   * @param errorClass what kind of failure it is
   * @return the classification
   */
  public static Classification of(ErrorClass errorClass) {
    return new Classification(errorClass, null);
  }
}
