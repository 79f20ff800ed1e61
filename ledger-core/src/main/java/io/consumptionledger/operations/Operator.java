package io.consumptionledger.operations;

import io.consumptionledger.internal.Text;
import io.consumptionledger.spi.OperatorVerbs.OperatorAction;

/**
 * A person who looks at or does something. Who it is must be known for certain before this is made:
 * by the login to the database or to the application, never by what the person claims.
 *
 * @param name 1 to {@value OperatorAction#MAX_ACTOR} characters, no control characters
 */
public record Operator(String name) {
  /**
   * Names a person.
   *
   * @throws io.consumptionledger.InvalidFieldException if the name is null, blank, too long or
   *     holds control characters or lone surrogates
   */
  public Operator {
    Text.required("operator", name, OperatorAction.MAX_ACTOR);
  }

  @Override
  public String toString() {
    return name;
  }
}
