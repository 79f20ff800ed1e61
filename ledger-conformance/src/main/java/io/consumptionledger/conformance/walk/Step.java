package io.consumptionledger.conformance.walk;

import java.util.function.Function;

/**
 * One step of the walk.
 *
 * @param description what it does, for the list of steps that is printed when the stores disagree
 * @param action does it on one side and tells the outcome
 */
record Step(String description, Function<Side, Facts> action) {
  @Override
  public String toString() {
    return description;
  }
}
