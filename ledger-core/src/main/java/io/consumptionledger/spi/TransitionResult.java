package io.consumptionledger.spi;

import io.consumptionledger.ConsumptionKey;
import io.consumptionledger.Transition;
import io.consumptionledger.TransitionRefusedException;
import java.util.Optional;

/** Whether a row moved. */
public sealed interface TransitionResult {
  /**
   * It did.
   *
   * @param commit how sure that is
   */
  record Applied(Commit commit) implements TransitionResult {}

  /**
   * It did not, and nothing changed.
   *
   * @param key the row
   * @param wanted the transition
   * @param actual the row as it is, or null when there is none
   */
  record Refused(ConsumptionKey key, Transition wanted, RowSummary actual)
      implements TransitionResult {

    /**
     * The row as it is.
     *
     * @return the row, or empty when there is none
     */
    public Optional<RowSummary> row() {
      return Optional.ofNullable(actual);
    }
  }

  /**
   * Turns a refusal into an exception.
   *
   * @return how sure the change is
   * @throws TransitionRefusedException if the row did not move
   */
  default Commit orThrow() {
    if (this instanceof Refused refused) {
      RowSummary row = refused.actual;
      throw new TransitionRefusedException(
          refused.key,
          refused.wanted,
          row == null ? null : row.state(),
          row == null ? 0 : row.attempt(),
          "the row's state, token or version is not the expected one");
    }
    return ((Applied) this).commit();
  }
}
